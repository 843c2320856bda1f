#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "sextant/encoding/text/axial_text.hpp"
#include "sextant/recipe/bound/computed_coordinate.hpp"
#include "sextant/recipe/bound/converted_position.hpp"

namespace sextant::recipe {
namespace {

using Operation = CoordinateStep::Operation;

/// The steps of both axes of a program on a grid of n × 3n tokens.
std::vector<CoordinateSteps> steps(const std::string& program, int n, const std::string& field = "",
                                   const std::string& value = "") {
  Axial e = *find_axial(program);
  e.grid.height = n;
  e.grid.width = 3 * n;
  if (!field.empty()) set_field(e, field, value);
  std::vector<CoordinateSteps> found;
  for (const Section& one :
       sections(e, std::holds_alternative<Rotary>(e.along) ? Part::cos : Part::table))
    if (!one.chart.waves.coordinate.empty()) found.push_back(one.chart.waves.coordinate);
  return found;
}

std::vector<CoordinateSteps> all_steps() {
  std::vector<CoordinateSteps> all;
  const auto add = [&](const std::vector<CoordinateSteps>& more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  for (const int n : {1, 2, 7, 56, 201}) {
    for (const char* program : {"detr", "sam2-sine", "dinov3", "eva", "diffusers-2d"})
      add(steps(program, n));
    add(steps("diffusers-2d", n, "interpolation", "2.5"));
    add(steps("dinov3", n, "start", "3,5"));
    add(steps("eva", n, "scale", "1/3"));
    add(steps("eva", n, "origin", "1/3"));
  }
  return all;
}

/// The largest part of its bound by which a computed coordinate differs from the exact one, over
/// indices up to 600.  `compute` computes it.
template <class F, class Compute>
double largest_part(const std::vector<CoordinateStep>& steps, const Compute& compute) {
  const AffineMap map = map_of({steps}, lower_pi());
  const ComputedCoordinate<F> computed(steps);
  double most = 0;
  for (int i = 0; i <= 600; ++i) {
    const Rational truth = map.factor * i + map.offset;
    const double off =
        upward(abs(Rational(Rational(static_cast<double>(compute(computed, F(i)))) - truth)));
    const Computed bound = computed.bound(i, 0, true);
    EXPECT_LE(upward(abs(truth)), bound.magnitude);
    if (off == 0) continue;
    most = std::max(most, off / bound.error);
  }
  return most;
}

template <class F>
double largest_part(const std::vector<CoordinateStep>& steps) {
  return largest_part<F>(steps, [](const auto& computed, F i) { return computed(i); });
}

/// No error exceeds its bound, and no bound exceeds four times the largest error.
template <class F>
void expect_tight() {
  double most = 0;
  for (const CoordinateSteps& one : all_steps()) {
    const double part = largest_part<F>(one.steps);
    EXPECT_LE(part, 1);
    most = std::max(most, part);
  }
  EXPECT_GT(most, 0.5);
}

TEST(ComputedCoordinate, IsWithinItsBoundInFloat32) { expect_tight<float>(); }
TEST(ComputedCoordinate, IsWithinItsBoundInFloat64) { expect_tight<double>(); }

/// As PyTorch divides on a GPU.
TEST(ComputedCoordinate, IsWithinItsBoundWithReciprocals) {
  double most = 0;
  for (const CoordinateSteps& one : all_steps()) {
    const double part = largest_part<float>(one.steps, [&](const auto&, float x) {
      for (const CoordinateStep& step : one.steps) {
        const float number =
            to<float>(step.pi_power == 0 ? step.number : Rational(step.number * lower_pi()));
        x = step.operation == Operation::add        ? x + number
            : step.operation == Operation::multiply ? x * number
                                                    : x * (1.0F / number);
      }
      return x;
    });
    EXPECT_LE(part, 1);
    most = std::max(most, part);
  }
  EXPECT_GT(most, 0.5);
}

/// Lines between random ends, as PyTorch's vector units, and as NumPy sums them.
TEST(ComputedCoordinate, OfALineIsWithinItsBound) {
  double most = 0;
  for (const int count : {2, 3, 16, 17, 45, 301}) {
    for (int k = 0; k < 40; ++k) {
      const Rational first = Rational(k * k - 400) / 7;
      const Rational last = first + Rational(count + 3 * k) / 11;
      const std::vector<CoordinateStep> line = {
          {.operation = Operation::line, .first = first, .last = last, .count = count}};
      const ComputedCoordinate<float> computed(line);
      const AffineMap map = map_of({line}, 3);
      const auto a = to<float>(first), z = to<float>(last);
      const float step = (z - a) / static_cast<float>(count - 1);
      for (int i = 0; i < count; ++i) {
        const Rational truth = map.factor * i + map.offset;
        const double bound = computed.bound(i, 0, true).error;
        const int base = i / 8 * 8;
        const auto part = static_cast<float>(i - base);
        for (const float x : {computed(static_cast<float>(i)), a + step * static_cast<float>(i),
                              (a + step * static_cast<float>(base)) + step * part}) {
          const double off =
              upward(abs(Rational(Rational(static_cast<double>(x)) - truth))) / bound;
          EXPECT_LE(off, 1) << count << ' ' << k << ' ' << i;
          most = std::max(most, off);
        }
      }
    }
  }
  EXPECT_GT(most, 0.2);
}

/// Cosmos's t / fps * 24, on a GPU too, whatever the lowest terms of 24/fps are.
TEST(ComputedCoordinate, OfAScaleIsWithinItsBound) {
  double most = 0;
  for (const int fps : {6, 8, 12, 16, 25, 30, 48, 50, 60, 96, 120}) {
    Axial e = *find_axial("cosmos");
    e.scales = {Rational(24) / Rational(fps), 1, 1};
    const Section time = sections(e, Part::cos).front();
    const ComputedCoordinate<float> computed(time.chart.waves.coordinate.steps);
    const auto by = static_cast<float>(fps);
    for (int t = 0; t < 600; ++t) {
      const Rational truth = Rational(24 * t) / Rational(fps);
      const double bound = computed.bound(t, 0, true).error;
      for (const float x :
           {static_cast<float>(t) / by * 24.0F, static_cast<float>(t) * (1.0F / by) * 24.0F}) {
        const double off = upward(abs(Rational(Rational(static_cast<double>(x)) - truth)));
        EXPECT_LE(off, bound) << fps << ' ' << t;
        if (off > 0) most = std::max(most, off / bound);
      }
    }
  }
  EXPECT_GT(most, 0.4);
}

/// The middle of LTX-2's tokens in seconds, at integer and fractional frame rates.  A GPU may
/// multiply by the reciprocal of the rate.
TEST(ComputedCoordinate, OfAMeanIsWithinItsBound) {
  double most = 0;
  for (const Rational& fps : {Rational(24), Rational(25), Rational(32), Rational(2997) / 125}) {
    for (const int stride : {1, 4, 8}) {
      Axial e = *find_axial("ltx-2");
      e.stride = stride;
      e.scales.front() = 1 / fps;
      e.divisors = {};
      e.grid = {.frames = 300, .height = 1, .width = 1};
      std::vector<CoordinateStep> steps;
      for (const Section& one : sections(e, Part::cos))
        if (one.axis == Axis::time) steps = one.chart.waves.coordinate.steps;
      steps.resize(steps.size() - 3);  // 2m − 1, in quarter turns
      const ComputedCoordinate<float> computed(steps);
      const auto by = to<float>(fps);
      const float reciprocal = 1.0F / by;
      const Positions at = indices(e, Axis::time);
      for (int token = 0; token < 300; ++token) {
        const int begin = std::max(0, stride * (token - 1) + 1), end = stride * token + 1;
        const auto first = static_cast<float>(begin), last = static_cast<float>(end);
        ASSERT_EQ(at[static_cast<std::uint64_t>(token)], begin + end);
        const Rational truth = Rational(begin + end) / (2 * fps);
        const double bound = computed.bound(begin + end, 0, true).error;
        for (const float time :
             {computed(static_cast<float>(begin + end)), (first / by + last / by) / 2.0F,
              (first * reciprocal + last * reciprocal) / 2.0F}) {
          const double off = upward(abs(Rational(Rational(static_cast<double>(time)) - truth)));
          EXPECT_LE(off, bound) << token;
          if (off > 0) most = std::max(most, off / bound);
        }
      }
    }
  }
  EXPECT_GT(most, 0.4);
}

/// The steps are the coordinate: scale·(i + origin), exactly, with π in the frequencies.
TEST(ComputedCoordinate, IsTheDefinition) {
  for (const char* program : {"detr", "dinov3", "eva", "diffusers-2d", "ltx-2"}) {
    Axial e = *find_axial(program);
    e.grid.height = 5;
    e.grid.width = 12;
    for (const Section& one :
         sections(e, std::holds_alternative<Rotary>(e.along) ? Part::cos : Part::table)) {
      const Waves& waves = one.chart.waves;
      const AffineMap map = map_of(waves.coordinate, 1);
      const Rational turn = waves.frequencies[0].coefficient;
      EXPECT_EQ(map.factor, waves.scale * turn) << program;
      EXPECT_EQ(map.offset, waves.origin * waves.scale * turn) << program;
    }
  }
}

/// If a fault changes the origin or the scale, the change is computed before or after the steps.
TEST(ComputedCoordinate, FollowsAnotherOriginAndScale) {
  Waves waves;
  waves.coordinate = steps("eva", 56).front();
  const AffineMap map = map_of(waves.coordinate, lower_pi());
  for (const auto& [origin, factor] : {std::pair(0, 1), {3, 1}, {0, 5}, {-2, 7}}) {
    waves.scale = map.factor * factor;
    waves.origin = Rational(origin);
    const ConvertedPosition<float> converted(waves);
    for (const int i : {0, 1, 9, 55}) {
      const Rational truth = waves.scale * (Rational(i) + waves.origin);
      const double off = std::abs(
          static_cast<double>(Rational(Rational(static_cast<double>(converted(i))) - truth)));
      EXPECT_LE(off, converted.magnitude(i) * converted.error(i) + converted.absolute_error(i))
          << origin << ' ' << factor << ' ' << i;
    }
  }
}

}  // namespace
}  // namespace sextant::recipe
