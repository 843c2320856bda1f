#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "sextant/number/round.hpp"
#include "sextant/number/ulp.hpp"
#include "sextant/verify/accept/acceptance.hpp"
#include "sextant/verify/accept/stored_bound.hpp"
#include "verify/fault/runs.hpp"

/// What the rounding of a stored entry allows, and no more.
namespace sextant {
namespace {

Program rotary(Part part, const Format& store, Position first) {
  return {.recipe = "pow-reciprocal",
          .encoding = Rotary{.dim = 64},
          .part = part,
          .formats = {kFloat32, store, {}},
          .positions = Positions::from(first, 200)};
}

/// The rows as computed in float32, changed by `store`.
template <class Store>
Rows stored(const Program& p, const Store& store) {
  Program wide = p;
  wide.formats.store = kFloat32;
  Rows rows = rows_of(wide);
  rows.format = p.formats.store;
  for (double& x : rows.values) x = store(x);
  return rows;
}

/// Whether some library by which tables pass accepts rows by a recipe.
bool granted(const Rows& rows, const Program& p) {
  const exact::Oracle oracle(p.chart());
  const verify::Source source = source_of(rows, p);
  return verify::acceptance(source, oracle, p.chart(), {kFloat32, p.formats.store, {}}).has_value();
}

/// Neither truncated entries nor noise are what a library of a few ulps makes, however much the
/// largest number of the table loses.
TEST(Storing, GrantsNoTruncationAndNoNoise) {
  std::mt19937_64 random(20170612);
  std::uniform_real_distribution<double> uniform(-0.4, 0.4);
  for (const Format& format : {kBfloat16, kFloat16}) {
    for (const Part part : {Part::cos, Part::sin}) {
      for (const Position first : {0, 1000}) {
        const Program p = rotary(part, format, first);
        const Rows cut =
            stored(p, [&](double x) { return round_to(format, x, Rounding::toward_zero); });
        EXPECT_FALSE(granted(cut, p)) << format << to_text(first);
        const Rows noise = stored(p, [&](double x) {
          return round_to(format, x + std::ldexp(uniform(random), ulp_exponent(format, x)));
        });
        EXPECT_FALSE(granted(noise, p)) << format << to_text(first);
        EXPECT_EQ(finding(rows_of(p), p), "passes") << format << to_text(first);
      }
    }
  }
}

/// The reals that are rounded to a number end halfway to its neighbours.  Of a power of two, the
/// neighbour below is nearer.
PROPERTY(Storing, EndsHalfwayToTheNeighbours) {
  const Format format = *draw::element_of(std::vector<Format>{kBfloat16, kFloat16, kFloat32});
  const double size = *draw::element(1.0, 0.5, 0.75, 0x1p-14, 0x1p-20, 0.0, 1.5);
  const double number = *draw::element(1.0, -1.0) * round_to(format, size);
  const verify::Preimage reals = verify::preimage(format, kFloat32, number);
  for (const double side : {-1.0, 1.0}) {
    const double inside = reals.middle + side * reals.half * (1 - 0x1p-20);
    const double outside = reals.middle + side * reals.half * (1 + 0x1p-20);
    RC_ASSERT(round_to(format, inside) == number);
    RC_ASSERT(round_to(format, outside) != number);
  }
}

/// A pair has one frequency: its sines may not have that of a slow library, and its cosines that of
/// a fast one.
TEST(OneFrequency, IsThatOfSineAndCosine) {
  const Program p{.recipe = "pow-reciprocal",
                  .encoding = Rotary{.dim = 64},
                  .part = Part::table,
                  .formats = {kFloat32, kFloat32, {}},
                  .positions = Positions::from(2000, 200)};
  const Chart chart = p.chart();
  const auto rows = [&](double sines, double cosines) {
    Rows made = rows_of(p);
    for (std::uint64_t row = 0; row < made.count(); ++row) {
      for (std::uint64_t j = 0; j < made.columns; ++j) {
        const Channel& c = chart.channels[j];
        const bool sine = c.function == Function::sine;
        const double off = c.pair == 0 ? 0 : std::ldexp(sine ? sines : cosines, -24);
        const auto omega = static_cast<float>(std::pow(10000.0, -2.0 * c.pair / 64) * (1 + off));
        const float angle = static_cast<float>(2000 + row) * omega;
        made.at(row, j) = sine ? std::sin(angle) : std::cos(angle);
      }
    }
    return made;
  };
  verify::Question question = question_about(p);
  question.library = &recipe::library("opencl");
  EXPECT_TRUE(verdict_on(rows(8, 8), question).passes());
  EXPECT_TRUE(verdict_on(rows(-8, -8), question).passes());
  EXPECT_FALSE(verdict_on(rows(8, -8), question).passes());
}

/// Nor may a few rows of a long table, whose rows are mostly read by their profiles.
TEST(OneFrequency, IsThatOfEveryRow) {
  Program p{.recipe = "pow-reciprocal",
            .encoding = Rotary{.dim = 16},
            .part = Part::table,
            .formats = {kFloat32, kFloat32, {}},
            .positions = Positions::from(2000, 6000)};
  const Chart chart = p.chart();
  for (const Format& store : {kFloat32, kBfloat16}) {
    p.formats.store = store;
    const auto rows = [&](double units) {
      Rows made = rows_of(p);
      for (std::uint64_t row = 0; row < made.count(); ++row) {
        for (std::uint64_t j = 0; j < made.columns; ++j) {
          const Channel& c = chart.channels[j];
          const bool other = row % 32 == 5 && row > 3000;
          const double off = c.pair == 0 ? 0 : std::ldexp(other ? units : 8, -24);
          const auto omega = static_cast<float>(std::pow(10000.0, -2.0 * c.pair / 16) * (1 + off));
          const float angle = static_cast<float>(2000 + row) * omega;
          const float wave = c.function == Function::sine ? std::sin(angle) : std::cos(angle);
          made.at(row, j) = round_to(store, static_cast<double>(wave));
        }
      }
      return made;
    };
    verify::Question question = question_about(p);
    question.library = &recipe::library("opencl");
    EXPECT_TRUE(verdict_on(rows(8), question).passes()) << store;
    if (store == kFloat32) {
      EXPECT_FALSE(verdict_on(rows(-8), question).passes());
    }
  }
}

/// A tiny phase error allows only a tiny error of the entries if the angle is small.
TEST(Turns, RoundTheReducedAngle) {
  Program p{.recipe = "turns",
            .encoding = Sinusoidal{.dim = 64},
            .part = Part::table,
            .formats = {kFloat32, kFloat32, {}},
            .positions = Positions::from(0, 4)};
  Chart chart = p.chart();
  const auto unmoved = recipe::make("turns", chart, p.formats, p.positions);
  chart.waves.phases.assign(static_cast<std::size_t>(chart.waves.pairs()), Rational(1, 50000000));
  const auto moved = recipe::make("turns", chart, p.formats, p.positions);
  for (std::size_t j = 0; j < chart.width(); ++j) {
    const double at_rest = moved->bound(0, j), before = unmoved->bound(1, j);
    if (chart.channels[j].function == Function::sine) {
      EXPECT_LT(at_rest, 0x1p-44) << j;
    }
    EXPECT_LT(moved->bound(1, j), before * 1.01 + 0x1p-44) << j;
  }
}

}  // namespace
}  // namespace sextant
