#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <span>

#include <gtest/gtest.h>

#include "sextant/number/round.hpp"
#include "sextant/verify/candidate/recurrence.hpp"
#include "verify/fault/runs.hpp"

/// Runs that other programs than the library's begin, and what is near to them and is none.
namespace sextant {
namespace {

/// The same waves in pairs, the cosine of each after its sine.
Program both_halves(const Program& p) {
  Program pairs = p;
  const auto& rope = std::get<Rotary>(p.encoding);
  pairs.encoding = Sinusoidal{.dim = rope.dim, .base = rope.base};
  pairs.part = Part::table;
  return pairs;
}

TEST(Run, IsNamedWhoeverBeginsIt) {
  for (const std::string recipe : {"exp-log", "log-timescale", "pow-reciprocal"}) {
    const Program p = begun(recipe, kFloat32, kFloat32, 255, 256);
    EXPECT_EQ(finding(run<float>(p, kFloat32), p), "rotation-recurrence") << recipe;
  }
  const Program wide = begun("exp-log", kFloat64, kFloat64, 1000, 256);
  EXPECT_EQ(finding(run<double>(wide, kFloat64), wide), "rotation-recurrence");
}

/// The sines alone of pairs that stand beside their cosines, and what that is a part of.
Rows sines_of(const Rows& pairs) {
  Rows sines{pairs.format, pairs.columns / 2, {}};
  for (std::uint64_t k = 0; k < pairs.values.size(); k += 2)
    sines.values.push_back(pairs.values[k]);
  return sines;
}
Program sines_alone(const Program& p) {
  Program half = p;
  const auto& both = std::get<Sinusoidal>(p.encoding);
  half.encoding = Rotary{.dim = both.dim, .base = both.base};
  half.part = Part::sin;
  return half;
}

/// Of a few rows far out no bound says anything, and no circle is left: bits do, of both halves and
/// of one; and no others do where one of them is another.
TEST(Run, IsNamedByItsBits) {
  const Program p = program("pow-reciprocal", kFloat64, kFloat64, 16777152, 16);
  Rows rows = run<double>(p, kFloat64);
  EXPECT_EQ(finding(rows, p), "rotation-recurrence");
  const Rows sines = sines_of(rows);
  EXPECT_EQ(finding(sines, sines_alone(p)), "rotation-recurrence");
  Rows twice{sines.format, 2 * sines.columns, {}};  // each column again
  for (std::uint64_t row = 0; row < sines.count(); ++row) {
    const auto begin = sines.values.begin() + static_cast<std::ptrdiff_t>(row * sines.columns);
    for (int k = 0; k < 2; ++k)
      twice.values.insert(twice.values.end(), begin,
                          begin + static_cast<std::ptrdiff_t>(sines.columns));
  }
  EXPECT_EQ(finding(twice, sines_alone(p)), "rotation-recurrence");
  twice.at(11, sines.columns + 2) = 7;
  EXPECT_NE(finding(twice, sines_alone(p)), "rotation-recurrence");
  const exact::Oracle truth(p.chart());
  const auto candidate =
      verify::as_claimed({p.encoding, p.part, p.chart(), p.formats}, "rotation-recurrence");
  EXPECT_TRUE(verify::recurrence_bit_for_bit(source_of(rows, p), truth, candidate));
  for (const std::uint64_t column : {0, 9}) {
    Rows other = rows;
    double& entry = other.at(11, column);
    entry = std::nextafter(entry, 2.0);
    EXPECT_FALSE(verify::recurrence_bit_for_bit(source_of(other, p), truth, candidate)) << column;
  }
}

/// Storage hides the roundings that only a recurrence has: then the table is that of waves, of any
/// program.
TEST(Run, IsNoneWhereStorageHidesItFull) {
  const Program p = begun("exp-log", kFloat32, kBfloat16, 1048576, 64);
  EXPECT_EQ(finding(run<float>(p, kBfloat16), p), "");
}

/// But those whose first row is the program's, errors and all, go on from it.
TEST(Run, IsNamedByTheRowThatItBeginsWithFull) {
  for (const int first : {4000000, 16777152}) {
    const Program p = begun("exp-log", kFloat32, kFloat16, first, 32);
    EXPECT_EQ(finding(run<float>(p, kFloat16), p), "rotation-recurrence") << first;
    EXPECT_NE(finding(run<float>(p, kFloat16, Rational(10000003, 1000)), p), "rotation-recurrence")
        << first;
  }
}

TEST(Run, IsNamedBesideAnotherFaultFull) {
  const Program p = begun("exp-log", kFloat32, kFloat32, 255, 256);
  Program other = p;
  std::get<Sinusoidal>(other.encoding).base = 500000;
  EXPECT_EQ(finding(run<float>(other, kFloat32), p), "wrong-base rotation-recurrence");
  Program relaid = p;
  std::get<Sinusoidal>(relaid.encoding).layout = Layout::halves;
  EXPECT_EQ(finding(run<float>(p, kFloat32), relaid), "layout rotation-recurrence");
}

/// One row off by more than roundings are, with all that follow it or alone: no run.
TEST(Run, IsNoneOnceARowDoesNotFollowFull) {
  const Program p = begun("exp-log", kFloat32, kFloat32, 255, 256);
  Rows broken = run<float>(p, kFloat32);
  for (std::uint64_t row = 100; row < 256; ++row) {
    for (std::uint64_t j = 0; j < broken.columns; j += 2)
      broken.at(row, j) = static_cast<float>(broken.at(row, j) + 1e-4);
  }
  EXPECT_EQ(finding(broken, p), "");
}

/// Every row as near to a run as its last may be, but none that follows from the one before.
TEST(Run, IsNoneOfNoiseThatGrows) {
  const Program p = begun("exp-log", kFloat32, kFloat32, 0, 256);
  Rows rows = rows_of(p);
  for (std::uint64_t row = 0; row < 256; ++row) {
    for (std::uint64_t j = 0; j < rows.columns; ++j) {
      const double sign = (row * 7 + j * 3) % 5 < 2 ? 1 : -1;
      const double most = (2 * static_cast<double>(row) + 3) * 0x1p-24;
      rows.at(row, j) = static_cast<float>(rows.at(row, j) + sign * most);
    }
  }
  EXPECT_EQ(finding(rows, p), "");
}

/// A recurrence from position 0 by another library's rotation, stored in 16 bits.
TEST(Run, IsNamedByTheBitsOfNarrowerStorageFull) {
  for (const Format& store : {kBfloat16, kFloat16}) {
    const Program p = program("pow-reciprocal", kFloat32, store, 0, 1500);
    Rows rows = rows_of(p);
    for (std::uint64_t j = 0; j < rows.columns; j += 2) {
      const double omega = std::pow(1e4, -static_cast<double>(j) / 32);
      const auto sine = std::nextafter(static_cast<float>(std::sin(omega)), 1.0F);
      const auto cosine = static_cast<float>(std::cos(omega));
      float s = 0, c = 1;
      for (std::uint64_t row = 0; row < rows.count(); ++row) {
        rows.at(row, j) = round_to(store, s), rows.at(row, j + 1) = round_to(store, c);
        const float next = s * cosine + c * sine;
        c = c * cosine - s * sine;
        s = next;
      }
    }
    EXPECT_EQ(finding(rows, p), "rotation-recurrence") << store;
  }
}

/// In few rows, storage hides how a rotation was rounded, so waves of its angle are none.
TEST(Run, IsNoneOfWavesThatAreStoredNarrower) {
  const Program p = program("pow-reciprocal", kFloat32, kBfloat16, 0, 64);
  const Rows rows = rows_of(p);
  const exact::Oracle truth(p.chart());
  verify::Candidate s;
  s.truth = p.chart(), s.formats = p.formats;
  EXPECT_FALSE(verify::recurrence_bit_for_bit(source_of(rows, p), truth, s));
}

/// Waves of frequencies that are off, as fixed-point numbers are: each row is right by itself.
TEST(Run, IsNoneOfWavesOfOtherFrequencies) {
  const Program p = begun("exp-log", kFloat32, kFloat32, 0, 256);
  Rows rows = rows_of(p);
  for (std::uint64_t j = 0; j < rows.columns; j += 2) {
    const double exponent = static_cast<double>(j) / static_cast<double>(rows.columns - 2);
    const double frequency = std::ldexp(std::round(std::ldexp(std::pow(1e-4, exponent), 24)), -24);
    for (std::uint64_t row = 0; row < 256; ++row) {
      rows.at(row, j) = static_cast<float>(std::sin(static_cast<double>(row) * frequency));
      rows.at(row, j + 1) = static_cast<float>(std::cos(static_cast<double>(row) * frequency));
    }
  }
  EXPECT_EQ(finding(rows, p), "");
}

/// Rows that follow from each other, but not by the turn of a step.
TEST(Run, IsNoneThatTurnsOtherwise) {
  const Program p = begun("exp-log", kFloat32, kFloat32, 0, 256);
  Rows rows = rows_of(p);
  for (std::uint64_t j = 0; j < rows.columns; j += 2) {
    const double angle = std::asin(rows.at(1, j)) + (j % 4 == 0 ? 0x1p-18 : -0x1p-18);
    const auto s = static_cast<float>(std::sin(angle)), c = static_cast<float>(std::cos(angle));
    for (std::uint64_t row = 1; row < 256; ++row) {
      const auto x = static_cast<float>(rows.at(row - 1, j));
      const auto y = static_cast<float>(rows.at(row - 1, j + 1));
      rows.at(row, j) = x * c + y * s, rows.at(row, j + 1) = y * c - x * s;
    }
  }
  EXPECT_EQ(finding(rows, p), "");
}

/// Columns that should repeat others, and do not.
TEST(Run, IsNoneOfHalfTheColumns) {
  const Program p{.encoding = Rotary{.dim = 32},
                  .part = Part::cos_repeated,
                  .formats = {kFloat32, kFloat32, {}},
                  .positions = Positions::from(255, 48)};
  Program recurrent = p;
  recurrent.recipe = "rotation-recurrence";
  Rows rows = rows_of(recurrent);
  for (const std::uint64_t j : {0, 16})  // bits that no recipe reproduces
    rows.at(20, j) = std::nextafter(static_cast<float>(rows.at(20, j)), 0.0F);
  ASSERT_EQ(finding(rows, p), "rotation-recurrence");
  for (std::uint64_t row = 14; row < 38; ++row) rows.at(row, 16) = 0.5;
  EXPECT_EQ(finding(rows, p), "");
}

/// Damaged entries beside it, wherever the rows are: also where no first row is known beforehand.
TEST(Run, IsNamedBesideDamageFull) {
  for (const Position first : {255, 1 << 24}) {
    const Program p = begun("exp-log", kFloat32, kFloat32, first, 128);
    Rows rows = run<float>(p, kFloat32);
    rows.at(0, 3) = 0.25, rows.at(60, 8) = 0.5, rows.at(62, 8) = -7, rows.at(127, 0) = 1.5;
    const auto verdict = verdict_on(rows, question_about(p));
    ASSERT_EQ(findings(verdict), "rotation-recurrence corrupt-entry") << to_text(first);
    EXPECT_EQ(verdict.findings[1].parameters.at("entries"), 4);
  }
}

/// An entry that is off by little is not damaged, and part of no run: 5/4 of (18) are 217 roundings
/// there, and damage begins at twice that.
TEST(Run, IsNoneBesideASmallError) {
  const Program p = begun("exp-log", kFloat32, kFloat32, 255, 128);
  Rows rows = run<float>(p, kFloat32);
  rows.at(60, 8) = static_cast<float>(rows.at(60, 8) + 300 * 0x1p-24);
  EXPECT_EQ(finding(rows, p), "");
}

/// Half the pairs of a short run far out, which nothing tells from waves: nor are they hardware's,
/// whose rows would each be off by far more than lets them follow from each other.
TEST(Run, IsNotOfADeviceWhoseRowsWouldNotFollow) {
  const Program p{.recipe = "pow-divide",
                  .encoding = Rotary{.dim = 16, .base = 136500},
                  .part = Part::cos,
                  .formats = {kFloat32, kFloat32, {}},
                  .positions = Positions::from(65536, 12)};
  Program device = p;
  device.recipe = "fast-trigonometry";
  EXPECT_EQ(finding(rows_of(device), p), "fast-trigonometry");
  Rows pairs = run<float>(both_halves(p), kFloat32);
  Rows rows{kFloat32, 8, {}};
  for (std::uint64_t row = 0; row < 12; ++row) {
    for (std::uint64_t j = 0; j < 8; ++j) rows.values.push_back(pairs.at(row, 2 * j + 1));
  }
  verify::Question question = question_about(p);
  question.library = &recipe::usual_library();  // looser ones cover what so few rows lose
  EXPECT_EQ(finding(rows, question), "rotation-recurrence");  // by its bits
  for (std::uint64_t j = 0; j < 8; ++j)
    rows.at(7, j) = std::nextafter(static_cast<float>(rows.at(7, j)), 2.0F);
  EXPECT_EQ(finding(rows, question), "rotation-recurrence");
}

}  // namespace
}  // namespace sextant
