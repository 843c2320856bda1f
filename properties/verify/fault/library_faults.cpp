#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "sextant/number/round.hpp"
#include "verify/verify_programs.hpp"

/// Tables of libraries whose sines err by more than the hypothesis accepts, and of programs that
/// compute in two formats: neither accepted nor a fault.
namespace sextant {
namespace {

/// The same rows with every entry moved by `ulps` ulps, up and down in turn.
Rows moved(Rows rows, double ulps, int precision) {
  for (std::size_t k = 0; k < rows.values.size(); ++k) {
    double& x = rows.values[k];
    const double off = x * std::ldexp((k / 3) % 2 == 0 ? ulps : -ulps, -precision);
    x = to_double(round(rows.format, to_rational(from_double(x + off))));
  }
  return rows;
}

/// A library whose sines err by 3 ulps passes, one whose sines err by 7 does not: neither is at
/// fault, and neither hides a fault.
TEST(OtherLibrary, IsNoFaultAndHidesNone) {
  const Program p = program("exp-log", kFloat64, kFloat64, 1, 64);
  EXPECT_EQ(finding(moved(rows_of(p), 2, 53), p), "passes");
  EXPECT_EQ(finding(moved(rows_of(p), 6, 53), p), "");
  Program other = p;
  std::get<Sinusoidal>(other.encoding).base = 500000;
  EXPECT_EQ(finding(moved(rows_of(other), 2, 53), p), "wrong-base");
  EXPECT_EQ(finding(moved(rows_of(other), 300, 53), p), "");
}

/// Nor does it put fitted numbers before a missing context: one that is so much longer that
/// nothing is scaled is a missing one.
TEST(OtherLibrary, LeavesASimpleFaultBeforeFittedNumbers) {
  Rotary e{.dim = 16, .base = 85400};
  Program made{.recipe = "pow-reciprocal",
               .encoding = e,
               .formats = {kFloat64, kFloat64, {}},
               .positions = Positions::from(100000, 128)};
  Program claimed = made;
  e.context = {.scaling = Scaling::llama3, .factor = 16, .original = 4096};
  claimed.encoding = e;
  EXPECT_EQ(finding(moved(rows_of(made), 2, 53), claimed), "scaling-missing");
}

/// A compiler that multiplies by approximate reciprocals leaves quotients 2 ulps off.
TEST(OtherLibrary, ThatApproximatesQuotientsHidesNoFault) {
  const Program p = program("pow-divide", kFloat32, kFloat32, 1, 256);
  const Chart chart = p.chart();
  Rows rows = rows_of(p);
  for (std::uint64_t row = 0; row < rows.count(); ++row) {
    for (std::uint64_t j = 0; j < rows.columns; ++j) {
      const Channel& c = chart.channels[j];
      const float e = static_cast<float>(2 * c.pair) / static_cast<float>(rows.columns);
      float angle = static_cast<float>(p.positions[row]) / std::pow(1000.0F, e);
      for (int k = 0; k < 2; ++k) angle = std::nextafter(angle, (row + j) % 3 == 0 ? 0.0F : 1e9F);
      rows.at(row, j) = c.function == Function::sine ? std::sin(angle) : std::cos(angle);
    }
  }
  EXPECT_EQ(finding(rows, p), "wrong-base");
}

/// Nor is it the sine of graphics hardware, whose documented error is larger.
TEST(OtherLibrary, IsNoDevice) {
  for (const Position first : {1, 10000, 100000}) {
    const Program p = program("pow-reciprocal", kFloat32, kFloat32, first, 64);
    EXPECT_EQ(finding(moved(rows_of(p), 2, 24), p), "passes") << to_text(first);
    const std::string farther = finding(moved(rows_of(p), 6, 24), p);
    EXPECT_TRUE(farther.empty() || farther == "passes") << to_text(first) << " " << farther;
  }
}

Program sines(Position first) {
  return {.recipe = "pow-reciprocal",
          .encoding = Rotary{.dim = 64},
          .part = Part::sin,
          .formats = {kFloat32, kFloat32, {}},
          .positions = Positions::from(first, 64)};
}

/// Nor if the compute format is not stated, and float64 is tried.
TEST(OtherLibrary, IsNoDeviceWhateverItComputesIn) {
  Program p = program("pow-reciprocal", kFloat32, kFloat32, 1, 32);
  std::get<Sinusoidal>(p.encoding).dim = 16;
  verify::Question question = question_about(p);
  question.computed_in.reset();
  for (const double ulps : {2.0, 6.0}) {
    Rows rows = moved(rows_of(p), ulps, 24);
    for (double& x : rows.values) x = std::clamp(x, -1.0, 1.0);
    EXPECT_EQ(finding(rows, question), ulps == 2 ? "passes" : "");
  }
}

/// An entry that is damaged is one fault, and brings no other: neither of cosines that there are
/// none of, nor of a row that is all zeros by right.
TEST(OtherLibrary, HasOneFaultWhereAnEntryIsDamaged) {
  for (const Position first : {0, 1 << 20, 1 << 24}) {
    const Program p = sines(first);
    Rows rows = moved(rows_of(p), 3, 24);
    if (first == 0) {
      for (std::uint64_t j = 0; j < rows.columns; ++j) rows.at(0, j) = 0;
    }
    rows.at(40, 31) = rows.at(40, 31) < 0 ? 0.05 : -0.05;
    EXPECT_EQ(finding(rows, p), "corrupt-entry") << to_text(first);
  }
}

/// Positions that NumPy promotes: frequencies of float32, angles of float64.
TEST(TwoFormats, AreNoRecurrenceFull) {
  const Program p = sines(1000000);
  Rows rows = rows_of(p);
  for (std::uint64_t j = 0; j < rows.columns; ++j) {
    const auto pair = static_cast<float>(j % 32);
    const double frequency = 1.0F / std::pow(10000.0F, pair / 32);
    for (std::uint64_t row = 0; row < rows.count(); ++row) {
      const double position = 1e6 + static_cast<double>(row);
      rows.at(row, j) = static_cast<float>(std::sin(position * frequency));
    }
  }
  EXPECT_EQ(finding(rows, p), "");
}

}  // namespace
}  // namespace sextant
