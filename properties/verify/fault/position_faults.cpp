#include <cmath>

#include <gtest/gtest.h>

#include "verify/verify_programs.hpp"

/// What large positions, reversed rows and rows without numbers hide of the faults of frequencies.
namespace sextant {
namespace {

/// What only entries that say nothing speak against.
TEST(LargePosition, HidesNoFaultOfTheFrequenciesThatAreSmall) {
  Program p = program("pow-divide", kFloat32, kFloat32, 1 << 24, 64);
  Program other = p;
  std::get<Sinusoidal>(other.encoding).base = 500000;
  EXPECT_EQ(finding(rows_of(other), p), "wrong-base");
}

/// A product more than any recipe has: no large angle of its rows is reproduced.
TEST(LargePosition, HidesNoDegrees) {
  const Program p = program("pow-divide", kFloat32, kFloat32, 1 << 20, 64);
  Rows turned = rows_of(p);
  for (std::uint64_t row = 0; row < 64; ++row) {
    for (std::uint64_t j = 0; j < turned.columns; j += 2) {
      const auto angle = static_cast<float>(p.positions.first + static_cast<Position>(row)) /
                         std::pow(10000.0F, static_cast<float>(j) / 32.0F) *
                         static_cast<float>(180 / M_PI);
      turned.at(row, j) = std::sin(angle), turned.at(row, j + 1) = std::cos(angle);
    }
  }
  EXPECT_EQ(finding(turned, p), "degrees");
}

TEST(Zeros, AreFrequenciesThatNobodyWrote) {
  const Program p{.encoding = Rotary{.dim = 64},
                  .part = Part::inv_freq,
                  .formats = {kFloat32, kFloat32, {}},
                  .positions = Positions::from(0, 1)};
  Rows rows = rows_of(p);
  for (double& x : rows.values) x = 0;
  EXPECT_EQ(finding(rows, p), "uninitialised");
}

/// Rows the other way round of frequencies that are wrong, too.
TEST(ReversedRows, HideNoFaultOfFrequencies) {
  const auto reversed = [](Rows rows) {
    Rows other = rows;
    for (std::uint64_t row = 0; row < rows.count(); ++row) {
      for (std::uint64_t j = 0; j < rows.columns; ++j)
        other.at(row, j) = rows.at(rows.count() - 1 - row, j);
    }
    return other;
  };
  const Program p = program("exp-log", kFloat64, kFloat64, 4000, 64);
  Program other = p;
  std::get<Sinusoidal>(other.encoding).base = 65460;
  EXPECT_EQ(finding(reversed(rows_of(other)), p), "rows-reversed wrong-base");
  const Program scaled{
      .encoding =
          Rotary{.dim = 8, .base = 5000000, .context = {.scaling = Scaling::linear, .factor = 16}},
      .part = Part::cos,
      .formats = {kFloat32, kFloat32, {}},
      .positions = Positions::from(100000, 64)};
  Program rounded = scaled;
  rounded.formats.intermediate.frequency = kBfloat16;
  EXPECT_EQ(finding(reversed(rows_of(rounded)), scaled), "rows-reversed frequency-rounded");
}

/// Angles of the other sign at positions that are moved are reversed rows that are moved more.
TEST(ReversedRows, AreNotNamedWhereTheSignIsMovedLess) {
  const Program p = program("exp-log", kFloat64, kFloat64, 17, 64);
  Program other = p;
  other.positions.first += 242;
  Rows rows = rows_of(other);
  for (std::uint64_t row = 0; row < rows.count(); ++row) {
    for (std::uint64_t j = 0; j < rows.columns; j += 2) rows.at(row, j) = -rows.at(row, j);
  }
  EXPECT_EQ(finding(rows, p), "sign position-offset");
}

/// Positions that are rounded after they were turned round.
TEST(ReversedRows, HideNoRoundingOfPositionsFull) {
  const Program p = program("pow-divide", kFloat32, kFloat32, 1000, 64);
  Program rounded = p;
  rounded.formats.intermediate.position = kBfloat16;
  const Rows upright = rows_of(rounded);
  Rows rows = upright;
  for (std::uint64_t row = 0; row < rows.count(); ++row) {
    for (std::uint64_t j = 0; j < rows.columns; ++j)
      rows.values[row * rows.columns + j] =
          upright.values[(rows.count() - 1 - row) * rows.columns + j];
  }
  EXPECT_EQ(finding(rows, p), "rows-reversed position-rounded");
}

/// A table of the positions from 2 + 1000 on, whose origin a program adds before it rounds.
TEST(Origins, AreAddedBeforePositionsAreRounded) {
  Program p = program("pow-multiply", kFloat32, kFloat32, 1000, 128);
  Program rounded = p;
  rounded.positions.first += 2;
  rounded.formats.intermediate.position = kBfloat16;
  Program product = rounded;
  product.formats.intermediate.frequency = product.formats.intermediate.angle = kBfloat16;
  std::get<Sinusoidal>(p.encoding).origin = 2;
  EXPECT_EQ(finding(rows_of(rounded), p), "position-rounded");
  EXPECT_EQ(finding(rows_of(product), p), "computed-in-half");
}

/// Positions whose last bits are cut off, as a program that keeps half of a float32 does.
TEST(RoundedPositions, AreAlsoNamedIfTheyAreTruncated) {
  const Program p = program("pow-reciprocal", kFloat32, kFloat32, 200, 400);
  Program truncated = p;
  std::vector<Position> positions;
  for (Position at = 200; at < 600; ++at)
    positions.push_back(at < 256 ? at : at < 512 ? at & ~Position{1} : at & ~Position{3});
  truncated.positions = Positions::of(std::move(positions));
  const auto verdict = verdict_on(rows_of(truncated), question_about(p));
  ASSERT_EQ(findings(verdict), "position-rounded");
  EXPECT_EQ(verdict.findings.front().parameters.text("conversion"), "toward zero");
}

/// A single slow pair allows many offsets; some are nearly another offset by accident.
TEST(Offsets, OfFewPairsAreThoseThatFitBest) {
  Program p = program("log-timescale", kFloat64, kFloat32, 17, 128);
  p.encoding = Rotary{.dim = 4};
  p.part = Part::sin;
  for (const int offset : {3174, 9142, 5000, -7777}) {
    Program moved = p;
    moved.positions.first += offset;
    const auto verdict = verdict_on(rows_of(moved), question_about(p));
    ASSERT_EQ(findings(verdict), "position-offset") << offset;
    EXPECT_EQ(verdict.findings.front().parameters.at("offset"), offset);
  }
}

/// Positions of the middle of a step, and other fractions, of all formats.
TEST(Offset, MayBeAFraction) {
  for (const auto& [format, compute] :
       {std::pair(kFloat32, kFloat32), {kFloat64, kFloat64}, {kFloat16, kFloat32}}) {
    for (const Position first : {0, 5000}) {
      const Program p = program("pow-divide", compute, format, first, 128);
      for (const auto& [offset, text] : {std::pair(Rational(1, 2), "1/2"),
                                         {Rational(-1, 2), "-1/2"},
                                         {Rational(13, 4), "13/4"}}) {
        Program other = p;
        std::get<Sinusoidal>(other.encoding).origin = offset;
        const auto verdict = verdict_on(rows_of(other), question_about(p));
        ASSERT_EQ(findings(verdict), "position-offset") << text << ' ' << format.name();
        EXPECT_EQ(verdict.grade, verify::Grade::explained);
        EXPECT_EQ(verdict.findings[0].parameters.at("offset"), text) << format.name();
      }
    }
  }
}

/// If one pair turns by an additional constant, the fault is a phase: no offset is proved.
TEST(Offset, OfASinglePairIsAPhase) {
  const Program p{.encoding = Rotary{.dim = 2},
                  .part = Part::cos,
                  .formats = {kFloat32, kFloat32, {}},
                  .positions = Positions::from(0, 64)};
  Rows rows = rows_of(p);
  for (std::uint64_t row = 0; row < 64; ++row)
    rows.at(row, 0) = round_to(kFloat32, std::cos(static_cast<double>(row) + 0.5));
  EXPECT_EQ(finding(rows, p), "phase");
}

}  // namespace
}  // namespace sextant
