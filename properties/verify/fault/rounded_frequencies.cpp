#include <cmath>

#include <gtest/gtest.h>

#include "sextant/number/round.hpp"
#include "verify/verify_programs.hpp"

/// Frequencies that went through a narrower format than angles are computed in.
namespace sextant {
namespace {

std::vector<double> frequencies(const Format& format) {
  std::vector<double> found;
  for (int pair = 0; pair < 32; ++pair) {
    const auto omega = static_cast<float>(std::pow(500000.0, -pair / 32.0));
    found.push_back(to_double(round(format, to_rational(from_double(omega)))));
  }
  return found;
}

verify::Verdict judged(const Rows& rows, Part part, Position first) {
  const Program claimed{.encoding = Rotary{.dim = 64, .base = 500000},
                        .part = part,
                        .formats = {rows.format, rows.format, {}},
                        .positions = Positions::from(first, rows.count())};
  return verdict_on(rows, question_about(claimed));
}

/// In the row of frequencies itself there are no angles to show it.
TEST(RoundedFrequencies, AreNamedWhereTheyAreAllThatThereIs) {
  for (const Format& format : {kBfloat16, kFloat16}) {
    const auto verdict = judged({kFloat32, 32, frequencies(format)}, Part::inv_freq, 0);
    ASSERT_EQ(findings(verdict), "frequency-rounded") << format.name();
    EXPECT_EQ(verdict.findings[0].parameters.at("format"), format.name());
  }
}

/// Also formats of 8 bits, in which many frequencies are 0 or equal.
TEST(RoundedFrequencies, OfEightBitsAreNamed) {
  const std::vector<double> omega = frequencies(kFloat8E4m3fn);
  Rows rows{kFloat32, 32, {}};
  for (int row = 0; row < 64; ++row)
    for (const double w : omega)
      rows.values.push_back(round_to(kFloat32, std::cos(static_cast<float>((10 + row) * w))));
  const auto verdict = judged(rows, Part::cos, 10);
  ASSERT_EQ(findings(verdict), "frequency-rounded");
  EXPECT_EQ(verdict.findings[0].parameters.at("format"), "float8_e4m3fn");
}

/// Frequencies of float32 are as good as float32 angles need: of float64 angles they are what a
/// reader wants to know.
TEST(RoundedFrequencies, OfFloat32AreNamedInFloat64Tables) {
  const std::vector<double> omega = frequencies(kFloat32);
  Rows rows{kFloat64, 32, {}};
  for (int row = 0; row < 64; ++row)
    for (const double w : omega) rows.values.push_back(std::cos((1000 + row) * w));
  const auto verdict = judged(rows, Part::cos, 1000);
  ASSERT_EQ(findings(verdict), "frequency-rounded");
  EXPECT_EQ(verdict.findings[0].parameters.at("format"), "float32");
}

/// What is divided by an overflown number does not turn at all.
TEST(RoundedFrequencies, AreZeroWhereTheDivisorOverflows) {
  Rows rows{kFloat32, 32, {}};
  for (int row = 0; row < 64; ++row) {
    for (int pair = 0; pair < 32; ++pair) {
      const auto divisor = static_cast<float>(std::pow(500000.0, pair / 32.0));
      const auto narrow =
          static_cast<float>(to_double(round(kFloat16, to_rational(from_double(divisor)))));
      const float angle = static_cast<float>(1000 + row) / narrow;
      rows.values.push_back(static_cast<float>(std::cos(static_cast<double>(angle))));
    }
  }
  const auto verdict = judged(rows, Part::cos, 1000);
  ASSERT_EQ(findings(verdict), "frequency-rounded");
  EXPECT_EQ(verdict.findings[0].parameters.at("of"), "the divisor");
  EXPECT_FALSE(verdict.findings[0].residual);  // it is proved
}

/// A pair that is wrong in every row is not damaged, however many others are right.
/// Where a first product is exact, rows go on from it by turns, as a recurrence's do.
TEST(RoundedFrequencies, AreNoRun) {
  Program p = program("exp-log", kFloat32, kFloat16, 1 << 22, 32);
  std::get<Sinusoidal>(p.encoding).dim = 64;
  Rows rows{kFloat16, 64, {}};
  for (int row = 0; row < 32; ++row) {
    for (int j = 0; j < 64; j += 2) {
      const float omega = std::exp(static_cast<float>(j) * static_cast<float>(-std::log(1e4) / 64));
      const double angle = ((1 << 22) + row) * static_cast<double>(omega);
      for (const double wave : {std::sin(angle), std::cos(angle)})
        rows.values.push_back(round_to(kFloat16, wave));
    }
  }
  verify::Question question = question_about(p);
  question.computed_in.reset();
  EXPECT_EQ(finding(rows, question), "frequency-rounded");
}

TEST(Damage, IsSeenWhereBoundsSayNothingFull) {
  const Program p = program("pow-divide", kFloat32, kFloat32, 1 << 24, 64);
  Rows rows = rows_of(p);
  rows.at(20, 2) = -0.75, rows.at(40, 5) = 0.5;
  EXPECT_EQ(finding(rows, p), "corrupt-entry");
  const Program near = program("pow-divide", kFloat32, kFloat32, 1000, 64);
  Program half = near;
  half.formats.intermediate.angle = kBfloat16;
  rows = rows_of(half);
  rows.at(20, 4) = 0.25;
  EXPECT_EQ(finding(rows, near), "computed-in-half corrupt-entry");
}

TEST(Damage, IsNoWholePairFull) {
  const Program p{.recipe = "pow-reciprocal",
                  .encoding = Rotary{.dim = 256},
                  .part = Part::cos,
                  .formats = {kFloat32, kFloat32, {}},
                  .positions = Positions::from(100, 12)};
  Rows rows = rows_of(p);
  for (std::uint64_t row = 0; row < rows.count(); ++row) rows.at(row, 3) += 0.01;
  EXPECT_EQ(findings(verdict_on(rows, question_about(p))), "");
}

/// Ten rows of a column are damage, which is said where it is.
TEST(Damage, OfABlockIsSaidWhereItIs) {
  const Program p{.recipe = "pow-reciprocal",
                  .encoding = Rotary{.dim = 64, .base = 500000},
                  .part = Part::cos,
                  .formats = {kFloat32, kFloat32, {}},
                  .positions = Positions::from(0, 256)};
  Rows rows = rows_of(p);
  for (std::uint64_t row = 100; row < 110; ++row) rows.at(row, 5) += 1e-3;
  const auto verdict = verdict_on(rows, question_about(p));
  EXPECT_EQ(findings(verdict), "corrupt-entry");
  ASSERT_TRUE(verdict.where);
  EXPECT_EQ(verdict.where->what, std::vector<std::string>{"rows 100-109, column 5"});
}

/// In a row of frequencies, single numbers may be damaged; a band of them is wrong.
TEST(Damage, IsNoBandOfFrequencies) {
  const Program p{.recipe = "pow-reciprocal",
                  .encoding = Rotary{.dim = 80},
                  .part = Part::inv_freq,
                  .formats = {kFloat32, kFloat32, {}},
                  .positions = Positions::from(0, 1)};
  const auto damaged = [&](const std::vector<std::uint64_t>& columns) {
    Rows rows = rows_of(p);
    for (const std::uint64_t j : columns) rows.at(0, j) *= 3 + static_cast<double>(j * j % 7);
    return finding(rows, p);
  };
  EXPECT_EQ(damaged({3, 11, 12, 25, 38}), "corrupt-entry");
  EXPECT_EQ(damaged({11, 12, 13, 30}), "");
  EXPECT_EQ(damaged({20, 21}), "");
}

}  // namespace
}  // namespace sextant
