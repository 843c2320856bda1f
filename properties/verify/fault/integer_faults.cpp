#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "sextant/number/round.hpp"
#include "verify/fault/ordered_tables.hpp"

/// Tables that passed through integers of few bits, or whose positions did.
namespace sextant {
namespace {

Program cosines(Position first, std::uint64_t rows, Rotary encoding = {.dim = 64}) {
  return {.recipe = "pow-reciprocal",
          .encoding = std::move(encoding),
          .part = Part::cos,
          .formats = {kFloat32, kFloat32, {}},
          .positions = Positions::from(first, rows)};
}

/// Every number after `change`.
template <class Change>
Rows changed(Rows rows, const Change& change) {
  for (double& x : rows.values) x = static_cast<float>(change(x));
  return rows;
}

/// The rows that a program makes for positions of(p) instead of p.
template <class Of>
Rows at_positions(Program p, const Of& of) {
  std::vector<Position> list;
  for (std::uint64_t row = 0; row < p.positions.count; ++row) list.push_back(of(p.positions[row]));
  p.positions = Positions::of(std::move(list));
  return rows_of(p);
}

TEST(Integers, WithoutALevelForOneAreNamed) {
  const Program p = cosines(0, 300);
  const auto seven_bits = [](double x) { return std::min(std::nearbyint(128 * x), 127.0) / 128; };
  const auto verdict = verdict_on(changed(rows_of(p), seven_bits), question_about(p));
  ASSERT_EQ(findings(verdict), "quantised");
  EXPECT_EQ(verdict.findings[0].parameters.at("bits"), 8);
  EXPECT_EQ(verdict.findings[0].parameters.text("most"), "0.9921875");
}

TEST(Integers, ThatAreCutOffAreNamed) {
  const Program p = cosines(0, 300);
  const auto cut = [](double x) { return std::trunc(127 * x) / 127; };
  const auto verdict = verdict_on(changed(rows_of(p), cut), question_about(p));
  ASSERT_EQ(findings(verdict), "quantised");
  EXPECT_EQ(verdict.findings[0].parameters.text("rounding"), "toward zero");
  // Cut off at half the amplitude they are no such integers.
  const auto clipped = [](double x) {
    return std::clamp(std::nearbyint(128 * x) / 128, -0.5, 0.5);
  };
  EXPECT_NE(finding(changed(rows_of(p), clipped), p), "quantised");
}

TEST(Integers, AreNamedBesideDamage) {
  const Program p = cosines(0, 100);
  const auto eight_bits = [](double x) { return std::nearbyint(127 * x) / 127; };
  Rows rows = changed(rows_of(p), eight_bits);
  rows.at(30, 7) = 0.33325F;
  rows.at(61, 20) = 0.70001F;
  const auto verdict = verdict_on(rows, question_about(p));
  ASSERT_EQ(findings(verdict), "quantised corrupt-entry");
  EXPECT_EQ(verdict.findings[0].parameters.at("bits"), 8);
}

/// A step for each row, or for 32 columns and kept in float16.
TEST(Integers, WithStepsOfTheirOwnAreNamed) {
  const Program p = cosines(1, 300, {.dim = 128});
  for (const std::uint64_t block : {std::uint64_t{64}, std::uint64_t{32}}) {
    Rows rows = rows_of(p);
    for (auto from = rows.values.begin(); from != rows.values.end();
         from += static_cast<std::ptrdiff_t>(block)) {
      const auto end = from + static_cast<std::ptrdiff_t>(block);
      double most = 0;
      std::for_each(from, end, [&](double x) { most = std::max(most, std::abs(x)); });
      const double step = static_cast<float>(most / 127);
      const double kept = block == 32 ? round_to(kFloat16, step) : step;
      std::for_each(from, end,
                    [&](double& x) { x = static_cast<float>(std::nearbyint(x / step) * kept); });
    }
    const auto verdict = verdict_on(rows, question_about(p));
    ASSERT_EQ(findings(verdict), "quantised") << block;
    EXPECT_EQ(verdict.findings[0].parameters.text("step"),
              "the largest of " + std::to_string(block) + " columns / 127");
  }
}

/// A step for each column, also beside a damaged entry and another base.
TEST(Integers, WithStepsOfColumnsAreNamedFull) {
  const Program p = cosines(1, 300, {.dim = 64});
  const auto by_columns = [](Rows rows) {
    for (std::uint64_t j = 0; j < rows.columns; ++j) {
      double most = 0;
      for (std::uint64_t row = 0; row < rows.count(); ++row)
        most = std::max(most, std::abs(rows.at(row, j)));
      for (std::uint64_t row = 0; row < rows.count(); ++row) {
        double& x = rows.at(row, j);
        x = static_cast<float>(std::nearbyint(x / (most / 127)) * (most / 127));
      }
    }
    return rows;
  };
  Program sines = p;
  sines.part = Part::sin;
  Rows rows = by_columns(rows_of(sines));
  const auto verdict = verdict_on(rows, question_about(sines));
  ASSERT_EQ(findings(verdict), "quantised");
  EXPECT_EQ(verdict.findings[0].parameters.text("step"), "the largest of each column / 127");
  rows.at(30, 7) = 0.33325F;
  EXPECT_EQ(finding(rows, sines), "quantised corrupt-entry");
}

/// Few of the entries of a recurrence in 16 bits are small, and no step divides those.
TEST(Integers, AreDividedWhereStorageShowsTheStep) {
  const Program p{.recipe = "pow-reciprocal",
                  .encoding = Rotary{.dim = 64},
                  .formats = {kFloat32, kBfloat16, {}},
                  .positions = Positions::from(0, 4096)};
  Rows rows = rows_of(p);
  for (std::uint64_t i = 0; i < 32; ++i) {
    const double omega = std::pow(1e4, -static_cast<double>(i) / 32);
    const auto sine = static_cast<float>(std::sin(omega));
    const float cosine = std::nextafter(static_cast<float>(std::cos(omega)), 0.0F);
    float s = 0, c = 1;
    for (std::uint64_t row = 0; row < rows.count(); ++row) {
      rows.at(row, i) = round_to(kBfloat16, c);
      rows.at(row, 32 + i) = round_to(kBfloat16, s);
      const float next = s * cosine + c * sine;
      c = c * cosine - s * sine;
      s = next;
    }
  }
  EXPECT_EQ(finding(rows, p).find("quantised"), std::string::npos);
}

/// One level that is far from the wave, and a few others, are no integers of it.
TEST(Integers, OfAConstantAreNone) {
  const Program p = cosines(0, 64);
  const auto nearly_constant = [](double x) { return x < -0.9 ? -1 : -0.8; };
  EXPECT_NE(finding(changed(rows_of(p), nearly_constant), p), "quantised");
}

TEST(Integers, OfEightBitsInFloatsAreStoredNarrower) {
  const Program p = cosines(0, 300);
  const auto narrow = [](double x) { return round_to(kFloat8E4m3fn, x); };
  const auto verdict = verdict_on(changed(rows_of(p), narrow), question_about(p));
  ASSERT_EQ(findings(verdict), "stored-narrower");
  EXPECT_EQ(verdict.findings[0].parameters.text("format"), "float8_e4m3fn");
}

TEST(Integers, ThatOverflowRestartPositions) {
  const Program p = cosines(32700, 200);
  const auto wrapped = [](Position x) { return x < 32768 ? x : x - 65536; };
  const auto verdict = verdict_on(at_positions(p, wrapped), question_about(p));
  ASSERT_EQ(findings(verdict), "position-restart");
  EXPECT_EQ(verdict.findings[0].parameters.at("holds"), Position{-32768});
}

TEST(Integers, DividedByTheFactorAreRoundedPositions) {
  for (const int factor : {4, 8}) {
    Rotary encoding{.dim = 64};
    encoding.context.scaling = Scaling::linear;
    encoding.context.factor = factor;
    const Program p = cosines(0, 400, encoding);
    const auto down = [&](Position x) { return x / factor * factor; };
    const auto verdict = verdict_on(at_positions(p, down), question_about(p));
    ASSERT_EQ(findings(verdict), "position-rounded") << factor;
    EXPECT_EQ(verdict.findings[0].parameters.at("multiples-of"), Position{factor});
  }
}

/// Integer division makes exponents 0; an overflowed base keeps one frequency.
TEST(Integers, OfExponentsAndInfiniteBasesAreWrongBases) {
  const Program p = cosines(0, 200);
  for (const bool infinite : {false, true}) {
    Rows rows = rows_of(p);
    for (std::uint64_t row = 0; row < rows.count(); ++row)
      for (std::uint64_t j = 1; j < rows.columns; ++j)
        rows.at(row, j) = infinite ? 1 : rows.at(row, 0);
    const auto verdict = verdict_on(rows, question_about(p));
    ASSERT_EQ(findings(verdict), "wrong-base") << infinite;
    EXPECT_EQ(verdict.findings[0].parameters.text("base"), infinite ? "infinity" : "1");
  }
}

/// Numbers column by column, in a file whose header says rows.
TEST(Transposed, IsColumnByColumn) {
  const Program p = program("exp-log", kFloat32, kFloat32, 0, 100);
  Rows rows = rows_of(p);
  rows.values = rows.transposed().values;
  const auto verdict = verdict_on(rows, question_about(p));
  ASSERT_EQ(findings(verdict), "transposed");
  EXPECT_EQ(verdict.findings[0].parameters.text("order"), "the first axis varies fastest");
}

/// Another power of the factor of NTK scaling.
TEST(Context, OtherPowersOfNtkAreNamed) {
  Rotary encoding{.dim = 128};
  encoding.context.scaling = Scaling::ntk;
  encoding.context.factor = 8;
  const Program p = cosines(0, 600, encoding);
  for (const bool half : {true, false}) {
    Program made = p;
    Rotary& e = std::get<Rotary>(made.encoding);
    e.context = {};
    const double exponent = half ? 64.0 / 62 : 128.0 / 127;
    e.base = to_rational(from_double(10000 * std::pow(8.0, exponent)));
    const auto verdict = verdict_on(rows_of(made), question_about(p));
    ASSERT_EQ(findings(verdict), "scaling-parameters") << half;
    EXPECT_EQ(verdict.findings[0].parameters.text("exponent"),
              half ? "n/(n - 2), n = d/2" : "d/(d - 1)");
  }
}

}  // namespace
}  // namespace sextant
