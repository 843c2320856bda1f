#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "sextant/encoding/error.hpp"
#include "verify/verify_programs.hpp"

namespace sextant {
namespace {

/// Where angles have lost the position: the table passes by reproduction, and says so.
TEST(Cover, GrantsByReproductionWhereBoundsProveNothing) {
  const Program p{.encoding = Sinusoidal{.dim = 96},
                  .part = Part::table,
                  .chain = {kFloat32, kFloat32, {}},
                  .positions = {1000000, 128, 1}};
  const auto verdict = verdict_on(rows_of(p), question_about(p));
  EXPECT_EQ(verdict.grade, verify::Grade::rounding);
  ASSERT_TRUE(verdict.granted_by);
  EXPECT_TRUE(verdict.granted_by->by_reproduction);
  EXPECT_FALSE(verdict.warnings.empty());
}

/// The mutant of the rule: one column's frequency wrong by three ulps.  Its bound would let it
/// pass; its own arithmetic does not.
TEST(Cover, RefusesAFrequencyOffByThreeUlps) {
  const Program p{.encoding = Sinusoidal{.dim = 96},
                  .part = Part::table,
                  .chain = {kFloat32, kFloat32, {}},
                  .positions = {1000000, 128, 1}};
  const Rows healthy = rows_of(p);
  int vacuous = 0;
  for (const int pair : {1, 2, 3}) {
    Rows rows = healthy;
    const auto omega = static_cast<float>(std::pow(10000.0, -2.0 * pair / 96));
    const float wrong = omega + 3 * (std::nextafter(omega, 1.0F) - omega);
    const auto column = static_cast<std::uint64_t>(2 * pair);
    for (std::uint64_t row = 0; row < rows.count(); ++row)
      rows.at(row, column) = std::sin(static_cast<float>(1000000 + row) * wrong);
    const auto recipe = recipe::make("exp-log", p.chart(), p.chain, p.positions);
    vacuous += recipe->bound(0, column) > 0.1 ? 1 : 0;
    const auto verdict = verdict_on(rows, question_about(p));
    EXPECT_FALSE(verdict.passes()) << pair;
  }
  EXPECT_EQ(vacuous, 3);
}

/// Noise where every bound is vacuous.
TEST(Cover, RefusesNoiseAtHugePositions) {
  std::mt19937_64 random(20170612);
  std::uniform_real_distribution<float> uniform(-1, 1);
  const Program p{.encoding = Sinusoidal{.dim = 16},
                  .part = Part::table,
                  .chain = {kFloat32, kFloat32, {}},
                  .positions = {Position{1} << 40, 32, 1}};
  for (const Format& format : {kFloat32, kBfloat16}) {
    Program stored = p;
    stored.chain.store = format;
    Rows rows = rows_of(stored);
    for (double& value : rows.values) value = round_to(format, uniform(random));
    const auto verdict = verdict_on(rows, question_about(stored));
    EXPECT_EQ(verdict.grade, verify::Grade::unexplained) << format << findings(verdict);
  }
}

/// An amplitude below the limit of vacuity does not make noise pass.
TEST(Cover, RefusesNoiseOfASmallAmplitude) {
  std::mt19937_64 random(20170612);
  std::uniform_real_distribution<float> uniform(-1, 1);
  const Program p{.encoding = Sinusoidal{.dim = 16, .amplitude = Rational(1, 1024)},
                  .part = Part::table,
                  .chain = {kFloat32, kFloat32, {}},
                  .positions = {Position{1} << 40, 32, 1}};
  EXPECT_TRUE(verdict_on(rows_of(p), question_about(p)).passes());
  Rows rows = rows_of(p);
  for (double& value : rows.values) value = uniform(random) / 1024;
  EXPECT_FALSE(verdict_on(rows, question_about(p)).passes());
}

/// A bound is the limit, to the last bit: an entry beyond it by a step falls out.
TEST(Cover, HoldsEntriesToTheirBound) {
  const Program p{.recipe = "turns",
                  .encoding = Sinusoidal{.dim = 8},
                  .part = Part::table,
                  .chain = {kFloat32, kFloat32, {}},
                  .positions = {1000, 16, 1}};
  // The widest bound that any sound recipe has there.
  double widest = 0;
  for (const recipe::Entry& entry : recipe::catalogue()) {
    if (!entry.sound) continue;
    widest =
        std::max(widest, recipe::make(entry.name, p.chart(), p.chain, p.positions)->bound(3, 2));
  }
  const exact::Oracle oracle(p.chart());
  const double truth = exact::near(oracle.ball(1003, oracle.chart().channels[2])).high;
  ASSERT_LT(widest, 0.1);
  Rows rows = true_rows(p);
  rows.at(3, 2) = static_cast<float>(truth + 1.01 * widest + 0x1p-23);
  EXPECT_FALSE(verdict_on(rows, question_about(p)).passes());
  rows.at(3, 2) = static_cast<float>(truth + 0.99 * widest - 0x1p-23);
  EXPECT_TRUE(verdict_on(rows, question_about(p)).passes());
}

}  // namespace
}  // namespace sextant
