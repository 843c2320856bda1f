#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "verify/verify_programs.hpp"

/// What two faults at once must show, so that they are proved.
namespace sextant {
namespace {

bool proves_two(const Rows& rows, const Program& p) {
  const auto verdict = verdict_on(rows, question_about(p));
  return verdict.grade == verify::Grade::explained && verdict.findings.size() > 1;
}

/// Angles of 16 bits and another parameter fit the entries of a few rows, whatever made them.
TEST(TwoFaults, AreNotProvedByTwoRowsOfRoundedAngles) {
  for (const Format& format : {kFloat16, kBfloat16}) {
    for (const std::uint64_t rows : {2, 3}) {
      Program p{.recipe = "pow-reciprocal",
                .encoding = Rotary{.dim = 16, .base = 500000},
                .part = Part::table,
                .formats = {kFloat32, kFloat32, {}},
                .positions = Positions::from(0, rows)};
      p.formats.intermediate.angle = format;
      const Rows made = rows_of(p);
      p.formats.intermediate.angle.reset();
      std::get<Rotary>(p.encoding).base = 10000;
      EXPECT_FALSE(proves_two(made, p)) << format << rows;
    }
  }
}

/// Last rows of one number are a mask: they are not reported as repetitions of a last row.
TEST(TwoFaults, AreNotAMaskedEnd) {
  const Program p{.recipe = "slope-powers",
                  .encoding = Alibi{.heads = 8},
                  .part = Part::bias,
                  .formats = {kFloat32, kFloat32, {}},
                  .positions = Positions::from(0, 128)};
  Rows rows = true_rows(p);
  for (std::uint64_t row = 101; row < rows.count(); ++row)
    for (std::uint64_t head = 0; head < rows.columns; ++head) rows.at(row, head) = -1e9F;
  EXPECT_EQ(findings(verdict_on(rows, question_about(p))), "");
}

/// A shift of pairs and a scale multiply every frequency by one number together.  With a scale of
/// many digits there is such a pair for every number, so it proves nothing.
TEST(TwoFaults, AreNotAPairOfScalesFull) {
  Program p{.recipe = "pow-reciprocal",
            .encoding = Rotary{.dim = 64, .scale = Rational(10001, 10000)},
            .part = Part::cos,
            .formats = {kFloat32, kFloat32, {}},
            .positions = Positions::from(0, 200)};
  const Rows simple = rows_of(p);
  std::get<Rotary>(p.encoding).scale = Rational(100012345, 100000000);
  const Rows odd = rows_of(p);
  std::get<Rotary>(p.encoding).scale = 1;
  EXPECT_EQ(findings(verdict_on(simple, question_about(p))), "position-scale");
  EXPECT_FALSE(proves_two(odd, p));
}

/// Where a bound is wide, an offset and a phase are within it of other angles.  They are not proved
/// if they make no entry that the claim does not make.
TEST(TwoFaults, AreNotProvedWithoutABitFull) {
  std::mt19937_64 random(20170612);
  std::uniform_real_distribution<double> uniform(-0.002, 0.002);
  const Program p{.recipe = "pow-reciprocal",
                  .encoding = Rotary{.dim = 64, .scale = Rational(1, 32)},
                  .part = Part::table,
                  .formats = {kFloat32, kFloat32, {}},
                  .positions = Positions::from(1000000, 64)};
  const Chart chart = p.chart();
  Rows rows = rows_of(p);
  for (std::uint64_t row = 0; row < rows.count(); ++row) {
    for (std::uint64_t j = 0; j < rows.columns; ++j) {
      const Channel& c = chart.channels[j];
      const double omega = std::pow(10000.0, -2.0 * c.pair / 64) / 32;
      const double angle = static_cast<double>(1000003 + row) * omega + 0.25 + uniform(random);
      rows.at(row, j) =
          static_cast<float>(c.function == Function::sine ? std::sin(angle) : std::cos(angle));
    }
  }
  EXPECT_FALSE(proves_two(rows, p));
}

}  // namespace
}  // namespace sextant
