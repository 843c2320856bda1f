#include <algorithm>
#include <iostream>
#include <map>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "recipe/at.hpp"

namespace sextant::recipe {
namespace {

using Shape = Mathematics;
INSTANTIATE_TEST_SUITE_P(Types, Shape, testing::ValuesIn(all_subjects()),
                         [](const auto& instance) { return test_name(instance.param); });

bool is(const Subjects& s, std::string_view recipe) { return s.recipe == recipe; }

/// A library that errs by an ulp at most returns nothing above 1; one that errs more may, and so
/// may a recurrence.                                                        properties.md, (3)
Rational largest(const At& at, Position p, Function f, int pair) {
  const Subjects& s = at.subjects();
  if (s.sequential) return 1 + At::exact(at.terms(p, f, pair).total());
  if (s.type == "cpp_bin_float_50") return 1 + At::exact(at.terms(p, f, pair).sine);
  return 1;
}

TEST_P(Shape, ValuesAreBoundedByOne) {
  EXPECT_TRUE(rc::check([this] {
    const At& at = draw_encoding();
    const int pair = draw_pair(at);
    const Position p = draw_position("p");
    for (const Function f : {Function::sine, Function::cosine})
      RC_ASSERT(abs(at.value(p, f, pair)) <= largest(at, p, f, pair));
  }));
}

/// Sine and cosine of one computed angle are off the circle by their own errors alone, however
/// wrong the angle; a recurrence and the quarter turn by their whole bound.   properties.md, (4),
/// (5)
TEST_P(Shape, EveryPairHasUnitNorm) {
  const bool own_angle = !GetParam().sequential && !is(GetParam(), "quarter-turn-cosine");
  EXPECT_TRUE(rc::check([this, own_angle] {
    const At& at = draw_encoding();
    const int pair = draw_pair(at);
    const Position p = draw_position("p");
    Known sine = at.sine(p, pair), cosine = at.cosine(p, pair);
    if (own_angle) {
      sine.radius = At::exact(at.terms(p, Function::sine, pair).sine);
      cosine.radius = At::exact(at.terms(p, Function::cosine, pair).sine);
    }
    const Known norm = sine * sine + cosine * cosine;
    if (!overlap(norm, Known{1, 0})) RC_FAIL("the norm is " + show(norm));
  }));
}

/// sin(−a) = −sin a and cos(−a) = cos a, to the bit: every operation of these recipes is odd or
/// even.
TEST_P(Shape, SineIsOddAndCosineIsEvenToTheBit) {
  if (GetParam().sequential) GTEST_SKIP() << "a run does not go back";
  const bool even = !is(GetParam(), "quarter-turn-cosine");
  EXPECT_TRUE(rc::check([this, even] {
    const At& at = draw_encoding();
    const int pair = draw_pair(at);
    const Position p = draw_position("p");
    const bool half_turn = is(GetParam(), "turns") && overlap(at.sine(p, pair), Known{}) &&
                           at.value(p, Function::cosine, pair) < 0;
    RC_ASSERT(half_turn ||
              at.value(-p, Function::sine, pair) == -at.value(p, Function::sine, pair));
    if (even)
      RC_ASSERT(at.value(-p, Function::cosine, pair) == at.value(p, Function::cosine, pair));
    else
      RC_ASSERT(overlap(at.cosine(-p, pair), at.cosine(p, pair)));
  }));
}

/// ω_0 = 1 exactly: the shortest wavelength is 2π.  Then they grow by one and the same ratio.
///                                                                        properties.md, (10)
TEST_P(Shape, WavelengthsGrowGeometricallyFromTwoPiUpwards) {
  for (const auto& at : encodings()) {
    const auto frequency = [&](int i) { return at->known(0, Function::frequency, i); };
    EXPECT_EQ(frequency(0).mid, 1);
    for (int i = 1; i < at->pairs(); ++i) {
      EXPECT_LT(frequency(i).mid, frequency(i - 1).mid) << "pair " << i;
      EXPECT_GT(frequency(i).mid, 0);
      EXPECT_TRUE(overlap(frequency(i) * frequency(0), frequency(i - 1) * frequency(1)))
          << "pair " << i << ": " << show(frequency(i)) << " and " << show(frequency(i - 1));
    }
  }
}

/// The rows of an initial range, as T holds them, are all different.          properties.md, (11)
TEST_P(Shape, RowsOfAnInitialRangeAreDistinct) {
  const At& at = *encodings().front();
  constexpr int kRows = 512;
  std::map<std::vector<Rational>, int> seen;
  for (int p = 0; p < kRows; ++p) {
    std::vector<Rational> row;
    for (int i = 0; i < at.pairs(); ++i) {
      row.push_back(at.value(p, Function::sine, i));
      row.push_back(at.value(p, Function::cosine, i));
    }
    const auto [other, is_new] = seen.emplace(std::move(row), p);
    ASSERT_TRUE(is_new) << "rows " << other->second << " and " << p << " are equal";
  }
}

/// Expected fault: float32 has no 2²⁴ + 1, so that two positions share a row.  The recipes that
/// keep the position an integer, or a double, do not fail so.                     properties.md,
/// (12)
TEST_P(Shape, Float32PositionsStopBeingDistinctAfterTwoToThe24) {
  if (GetParam().sequential) GTEST_SKIP() << "a run does not form its position";
  const At& at = *encodings().front();
  const Position p = Position{1} << 24;
  bool equal = true;
  for (int i = 0; i < at.pairs(); ++i) {
    for (const Function f : {Function::sine, Function::cosine})
      equal = equal && at.value(p, f, i) == at.value(p + 1, f, i);
  }
  EXPECT_EQ(equal, GetParam().compute == kFloat32 && !is(GetParam(), "turns"));
}

/// A recurrence does leave the unit interval: the witness that its larger bound is needed.
TEST(ARecurrence, LeavesTheUnitIntervalInFloat32) {
  for (const Subjects& s : hardware_subjects()) {
    if (!s.sequential || s.compute != kFloat32) continue;
    const At at(s, Sinusoidal{.dim = 16});
    Rational most = 0;
    for (int p = 0; p < 4096; ++p) {
      for (int i = 0; i < at.pairs(); ++i)
        most = std::max(most, Rational(abs(at.value(p, Function::sine, i))));
    }
    std::cout << "  largest sine - 1: " << static_cast<double>(most - 1) << '\n';
    EXPECT_GT(most, 1);
  }
}

}  // namespace
}  // namespace sextant::recipe
