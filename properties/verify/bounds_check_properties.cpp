#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "sextant/measure/entry/error.hpp"
#include "verify/verify_programs.hpp"

namespace sextant {
namespace {

/// Where angles have lost the position: the table passes by the same-arithmetic check, and says so.
TEST(Cover, GrantsByReproductionWhereBoundsProveNothing) {
  const Program p{.encoding = Sinusoidal{.dim = 96},
                  .part = Part::table,
                  .formats = {kFloat32, kFloat32, {}},
                  .positions = {1000000, 128, 1}};
  const auto verdict = verdict_on(rows_of(p), question_about(p));
  EXPECT_EQ(verdict.grade, verify::Grade::rounding);
  ASSERT_TRUE(verdict.accepted_by);
  EXPECT_TRUE(verdict.accepted_by->by_same_arithmetic);
  EXPECT_FALSE(verdict.warnings.empty());
}

/// The mutant of the rule: one column's frequency wrong by three ulps.  Its bound would let it
/// pass; its own arithmetic does not.
TEST(Cover, RefusesAFrequencyOffByThreeUlpsFull) {
  const Program p{.encoding = Sinusoidal{.dim = 96},
                  .part = Part::table,
                  .formats = {kFloat32, kFloat32, {}},
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
    const auto recipe = recipe::make("exp-log", p.chart(), p.formats, p.positions);
    vacuous += recipe->bound(0, column) > 0.1 ? 1 : 0;
    verify::Question question = question_about(p);
    question.library = &recipe::usual_library();
    EXPECT_FALSE(verdict_on(rows, question).passes()) << pair;
  }
  EXPECT_EQ(vacuous, 3);
}

/// Noise where every bound is vacuous.
TEST(Cover, RefusesNoiseAtHugePositionsFull) {
  std::mt19937_64 random(20170612);
  std::uniform_real_distribution<float> uniform(-1, 1);
  const Program p{.encoding = Sinusoidal{.dim = 16},
                  .part = Part::table,
                  .formats = {kFloat32, kFloat32, {}},
                  .positions = {Position{1} << 40, 32, 1}};
  for (const Format& format : {kFloat32, kBfloat16}) {
    Program stored = p;
    stored.formats.store = format;
    Rows rows = rows_of(stored);
    for (double& value : rows.values) value = round_to(format, uniform(random));
    const auto verdict = verdict_on(rows, question_about(stored));
    EXPECT_EQ(verdict.grade, verify::Grade::unexplained) << format << findings(verdict);
  }
}

/// An amplitude below the limit of vacuity does not make noise pass.
TEST(Cover, RefusesNoiseOfASmallAmplitudeFull) {
  std::mt19937_64 random(20170612);
  std::uniform_real_distribution<float> uniform(-1, 1);
  const Program p{.encoding = Sinusoidal{.dim = 16, .amplitude = Rational(1, 1024)},
                  .part = Part::table,
                  .formats = {kFloat32, kFloat32, {}},
                  .positions = {Position{1} << 40, 32, 1}};
  EXPECT_TRUE(verdict_on(rows_of(p), question_about(p)).passes());
  Rows rows = rows_of(p);
  for (double& value : rows.values) value = uniform(random) / 1024;
  EXPECT_FALSE(verdict_on(rows, question_about(p)).passes());
}

/// A bound is the limit: the last number within the widest one passes, its neighbour does not.
TEST(Cover, HoldsEntriesToTheirBound) {
  const Program p{.recipe = "turns",
                  .encoding = Sinusoidal{.dim = 8},
                  .part = Part::table,
                  .formats = {kFloat32, kFloat32, {}},
                  .positions = {1000, 16, 1}};
  double widest = 0;  // of all sound recipes there
  for (const recipe::Entry& entry : recipe::catalogue()) {
    if (!entry.sound) continue;
    widest =
        std::max(widest, recipe::make(entry.name, p.chart(), p.formats, p.positions)->bound(3, 2));
  }
  ASSERT_LT(widest, 0.1);
  const exact::Oracle oracle(p.chart());
  const measure::ErrorMeter meter(oracle, kFloat32);
  const Channel& channel = oracle.chart().channels[2];
  const exact::Ball truth = oracle.ball(1003, channel);
  const auto within = [&](float y) {
    return meter.entry(1003, channel, truth, y).absolute <= widest;
  };
  for (const float toward : {2.0F, -2.0F}) {
    auto last = static_cast<float>(exact::near(truth).high);
    while (within(std::nextafter(last, toward))) last = std::nextafter(last, toward);
    Rows rows = true_rows(p);
    rows.at(3, 2) = last;
    verify::Question question = question_about(p);
    question.library = &recipe::usual_library();
    // Its bound would let it pass; the frequency of its column does not.
    EXPECT_FALSE(verdict_on(rows, question).passes()) << toward;
    rows.at(3, 2) = std::nextafter(last, toward);
    EXPECT_FALSE(verdict_on(rows, question).passes()) << toward;
  }
}

/// Where the base is no number of the format, its recipes promise nothing: their bounds accept
/// nothing, and nor does what they compute.
TEST(Cover, GrantsNothingWhereNothingIsPromised) {
  Program p{.encoding = Rotary{.dim = 32, .base = parse_rational("1e40")},
            .part = Part::inv_freq,
            .formats = {kFloat32, kFloat32, {}},
            .positions = {0, 1, 1}};
  Rows rows{kFloat32, 16, {}};
  for (int k = 0; k < 16; ++k) rows.values.push_back(k % 2 == 0 ? -7 : 123);
  const auto garbage = verdict_on(rows, question_about(p));
  EXPECT_EQ(garbage.grade, verify::Grade::unexplained) << garbage.accepted_by->recipe;
  EXPECT_TRUE(verdict_on(true_rows(p), question_about(p)).passes());

  p.recipe = "pow-divide";  // by infinity: every angle is 0
  p.part = Part::table;
  p.positions = {5, 40, 1};
  EXPECT_FALSE(verdict_on(rows_of(p), question_about(p)).passes());
}

/// Bounds are as large as the amplitude makes them, and so is what they may be.
TEST(Cover, MeasuresBoundsByTheAmplitude) {
  for (const Rational& amplitude : {Rational(3000000), Rational(40), Rational(1, 4096)}) {
    for (const char* recipe : {"exp-log", "pow-divide", "turns"}) {
      const Program p{.recipe = recipe,
                      .encoding = Sinusoidal{.dim = 16, .amplitude = amplitude},
                      .part = Part::table,
                      .formats = {kFloat32, kFloat32, {}},
                      .positions = {0, 64, 1}};
      const auto verdict = verdict_on(rows_of(p), question_about(p));
      EXPECT_EQ(verdict.grade, verify::Grade::rounding) << p;
      EXPECT_EQ(verdict.accepted_by && verdict.accepted_by->by_same_arithmetic, false) << p;
      EXPECT_TRUE(verdict.warnings.empty()) << verdict.warnings.front();
      EXPECT_TRUE(verdict_on(true_rows(p), question_about(p)).warnings.empty()) << p;
    }
  }
}

/// Noise within a wide bound passes, since its recipe promises no better; but not without a word.
TEST(Cover, SaysWhereABoundIsWide) {
  std::mt19937_64 random(20170612);
  std::uniform_real_distribution<double> uniform(-0.045, 0.045);
  const Program p{.recipe = "turns",
                  .encoding = Sinusoidal{.dim = 16},
                  .part = Part::table,
                  .formats = {kFloat32, kFloat32, {}},
                  .positions = {Position{1} << 58, 32, 1}};
  Rows rows = true_rows(p);
  for (double& value : rows.values) value = round_to(kFloat32, value + uniform(random));
  const auto verdict = verdict_on(rows, question_about(p));
  ASSERT_TRUE(verdict.accepted_by);
  EXPECT_GT(verdict.accepted_by->margin.bound, 0x1p-8);
  EXPECT_GT(verdict.accepted_by->margin.error, 0x1p-8);
  ASSERT_EQ(verdict.warnings.size(), 2U);
  EXPECT_NE(verdict.warnings[0].find("the bound"), std::string::npos);
  EXPECT_NE(verdict.warnings[1].find("worst error"), std::string::npos);
  for (const Format& store : {kFloat32, kFloat16, kBfloat16}) {
    Program near = p;
    near.recipe = "exp-log";
    near.formats.store = store;
    near.positions = {500, 32, 1};
    EXPECT_TRUE(verdict_on(rows_of(near), question_about(near)).warnings.empty()) << store;
  }
}

}  // namespace
}  // namespace sextant
