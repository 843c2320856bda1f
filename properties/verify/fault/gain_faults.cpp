#include <algorithm>
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "sextant/number/round.hpp"
#include "verify/verify_programs.hpp"

/// Entries that are a multiple of what they should be, columns that turn by frequencies of the same
/// base in the wrong places, and rows whose positions start again or lost their sign.
namespace sextant {
namespace {

Program cosines(const Format& format, int dim = 32, std::uint64_t rows = 200) {
  return {.recipe = "pow-reciprocal",
          .encoding = Rotary{.dim = dim},
          .part = Part::cos,
          .formats = {format == kFloat64 ? kFloat64 : kFloat32, format, {}},
          .positions = Positions::from(0, rows)};
}

Rows changed(Rows rows, const std::function<double(double)>& change) {
  for (double& x : rows.values) x = round_to(rows.format, change(x));
  return rows;
}

/// A table of sines and cosines of frequencies that a function gives each column.
Rows of_frequencies(const Program& p, const std::function<double(std::size_t column)>& omega) {
  Rows rows = rows_of(p);
  for (std::uint64_t row = 0; row < rows.count(); ++row) {
    for (std::size_t j = 0; j < rows.columns; ++j) {
      const double angle = static_cast<double>(p.positions[row]) * omega(j);
      const Function function = p.chart().channels[j].function;
      rows.at(row, j) =
          round_to(rows.format, function == Function::sine ? std::sin(angle) : std::cos(angle));
    }
  }
  return rows;
}

TEST(Gain, IsAnAmplitudeOrASignFull) {
  for (const Format& format : {kFloat64, kFloat32, kBfloat16, kFloat16}) {
    const Program p = cosines(format);
    for (const double amplitude : {0.75, 1.5, 1.4159}) {
      const Rows rows = changed(rows_of(p), [&](double x) { return amplitude * x; });
      EXPECT_EQ(finding(rows, p), "amplitude") << format << " " << amplitude;
    }
    EXPECT_EQ(finding(changed(rows_of(p), [](double x) { return -x; }), p), "sign") << format;
  }
}

TEST(Gain, IsARootOfTheChannels) {
  const Program p = cosines(kFloat32);
  for (const bool times : {true, false}) {
    const float root = std::sqrt(32.0F);
    const auto gained = [&](double x) {
      return times ? static_cast<float>(x) * root : static_cast<float>(x) / root;
    };
    EXPECT_EQ(finding(changed(rows_of(p), gained), p), "amplitude") << times;
  }
}

TEST(Gain, OfACosineAloneIsTheCosinesSign) {
  const Program p = program("exp-log", kFloat32, kFloat32, 3, 64);
  Rows rows = rows_of(p);
  for (std::uint64_t row = 0; row < rows.count(); ++row) {
    for (std::size_t j = 0; j < rows.columns; ++j)
      if (p.chart().channels[j].function == Function::cosine) rows.at(row, j) *= -1;
  }
  EXPECT_EQ(finding(rows, p), "sign");
}

/// Sizes of entries are named whose signs are lost.  A negative entry is none.
TEST(Gain, HasNoSignsFull) {
  const Program p = program("exp-log", kFloat32, kFloat32, 3, 64);
  const auto sizes_of = [&](Function function) {
    Rows rows = rows_of(p);
    for (std::uint64_t row = 0; row < rows.count(); ++row) {
      for (std::size_t j = 0; j < rows.columns; ++j)
        if (p.chart().channels[j].function == function) rows.at(row, j) = std::abs(rows.at(row, j));
    }
    return rows;
  };
  for (const Function function : {Function::sine, Function::cosine}) {
    Rows rows = sizes_of(function);
    const auto verdict = verdict_on(rows, question_about(p));
    ASSERT_EQ(findings(verdict), "sign");
    EXPECT_EQ(verdict.findings[0].parameters.text("of"),
              function == Function::sine ? "the sines" : "the cosines");
    EXPECT_EQ(verdict.findings[0].parameters.text("signs"), "lost");
  }
  const Program longer = program("exp-log", kFloat32, kFloat32, 3, 600);
  Rows all = changed(rows_of(longer), [](double x) { return std::abs(x); });
  EXPECT_EQ(finding(all, longer), "sign");
  all.at(301, 0) *= -1;  // in a row that is not sampled
  EXPECT_EQ(finding(all, longer), "sign corrupt-entry");
}

TEST(Gain, IsAStepOfIntegers) {
  for (const int levels : {7, 127}) {
    const Program p = cosines(kFloat32);
    const Rows rows =
        changed(rows_of(p), [&](double x) { return std::nearbyint(x * levels) / levels; });
    EXPECT_EQ(finding(rows, p), "quantised") << levels;
  }
}

/// Storage rounds the multiples; far out the recipe's roundings move numbers to another multiple.
TEST(Gain, IsAStepOfIntegersThatWereRoundedBeforeOrAfter) {
  const auto of_integers = [](const Rows& rows, int levels) {
    return changed(rows, [&](double x) { return std::nearbyint(x * levels) / levels; });
  };
  const Program narrow = cosines(kBfloat16);
  EXPECT_EQ(finding(of_integers(rows_of(narrow), 31), narrow), "quantised");
  const Program far = program("exp-log", kFloat32, kFloat32, 86016, 200);
  EXPECT_EQ(finding(of_integers(rows_of(far), 7), far), "quantised");
}

TEST(Law, IsThatOfANeighbouringPairOrItsReciprocal) {
  for (const Format& format : {kFloat64, kFloat32, kBfloat16}) {
    const Program p = cosines(format);
    const auto ladder = [](double exponent) { return std::pow(10000.0, exponent / 32); };
    for (const int by : {1, -1, 2}) {
      const Rows rows = of_frequencies(
          p, [&](std::size_t j) { return ladder(-2.0 * (static_cast<double>(j) + by)); });
      EXPECT_EQ(finding(rows, p), "pair-index") << format << " " << by;
    }
    if (format != kFloat64) continue;  // angles of 10^4 turns leave float32 nothing
    const Rows rows =
        of_frequencies(p, [&](std::size_t j) { return ladder(2.0 * static_cast<double>(j)); });
    EXPECT_EQ(finding(rows, p), "reciprocal-frequency");
  }
}

/// Angles of turns by the thousand are made again by a recipe, frequency by frequency.
TEST(Law, OfReciprocalsIsNamedFarOut) {
  Program p = cosines(kFloat32);
  Rows rows = rows_of(p);
  for (std::uint64_t row = 0; row < rows.count(); ++row) {
    for (std::uint64_t j = 0; j < rows.columns; ++j) {
      const float omega = std::pow(10000.0F, static_cast<float>(j) / 16);
      rows.at(row, j) = std::cos(static_cast<float>(row) * omega);
    }
  }
  EXPECT_EQ(finding(rows, p), "reciprocal-frequency");
}

/// Exponents over any head, and not a base of many digits.
TEST(Law, IsOverAHead) {
  const Program p = cosines(kFloat32, 64);
  for (const int head : {112, 144}) {
    const Rows rows = of_frequencies(
        p, [&](std::size_t j) { return std::pow(10000.0, -2.0 * static_cast<double>(j) / head); });
    const auto verdict = verdict_on(rows, question_about(p));
    EXPECT_EQ(findings(verdict), "exponent-over-head");
    EXPECT_EQ(verdict.findings.front().parameters.text("head"), std::to_string(head));
  }
}

/// A base of many digits is seen, and may be the result of another fault.
TEST(Law, OfABaseOfManyDigitsIsNotProved) {
  const Program p = cosines(kFloat32, 64);
  const Rows rows = of_frequencies(
      p, [](std::size_t j) { return std::pow(10123.456789, -static_cast<double>(j) / 32); });
  const auto verdict = verdict_on(rows, question_about(p));
  EXPECT_EQ(verdict.grade, verify::Grade::unexplained);
  EXPECT_EQ(findings(verdict), "wrong-base");
  EXPECT_TRUE(verdict.findings.front().residual.has_value());
}

TEST(Law, CountsColumns) {
  const Program p = program("pow-divide", kFloat32, kFloat32, 0, 64);
  const auto columns = static_cast<double>(rows_of(p).columns);
  for (const int times : {2, 1}) {
    const Rows rows = of_frequencies(p, [&](std::size_t j) {
      return std::pow(10000.0, -times * static_cast<double>(j) / columns);
    });
    EXPECT_EQ(finding(rows, p), "exponent-by-column") << times;
  }
  Program half{.encoding = Rotary{.dim = 64},
               .part = Part::cos,
               .formats = {kFloat32, kFloat32, {}},
               .positions = Positions::from(0, 64)};
  Rows rows{kFloat32, 64, {}};
  for (int row = 0; row < 64; ++row)
    for (int j = 0; j < 64; ++j)
      rows.values.push_back(static_cast<float>(std::cos(row * std::pow(10000.0, -2 * j / 64.0))));
  EXPECT_EQ(finding(rows, half), "exponent-by-column");
}

TEST(Restart, IsFoundInRowsAndInListedPositions) {
  Program chunk = cosines(kFloat32, 64, 50);
  Rows one = rows_of(chunk);
  Program claimed = cosines(kFloat32, 64, 150);
  Rows rows = rows_of(claimed);
  for (std::uint64_t row = 0; row < rows.count(); ++row)
    for (std::size_t j = 0; j < rows.columns; ++j) rows.at(row, j) = one.at(row % 50, j);
  EXPECT_EQ(finding(rows, claimed), "position-restart");
  const Rows going_on = rows_of(claimed);
  std::vector<Position> ids;
  for (Position row = 0; row < 150; ++row) ids.push_back(row % 50);
  claimed.positions = Positions::of(ids);
  EXPECT_EQ(finding(going_on, claimed), "position-restart");
}

TEST(Mirrored, AreSinesOfPositionsWithoutTheirSign) {
  Program p = program("exp-log", kFloat32, kFloat32, -40, 80);
  Rows rows = rows_of(p);
  for (std::uint64_t row = 0; row < rows.count(); ++row) {
    for (std::size_t j = 0; j < rows.columns; ++j) {
      if (p.positions[row] < 0 && p.chart().channels[j].function == Function::sine)
        rows.at(row, j) *= -1;
    }
  }
  EXPECT_EQ(finding(rows, p), "positions-mirrored");
}

/// Rows of 32 columns that begin every `stride` entries of a buffer, whose rows have `length`.
TEST(Columns, AreReadAtAWrongRowStrideFull) {
  const Program p = program("exp-log", kFloat32, kFloat32, 5, 100);
  const auto read = [&](std::uint64_t stride, std::uint64_t length) {
    const Program longer = program("exp-log", kFloat32, kFloat32, 5, 400);
    const Rows rows = rows_of(longer);
    Rows found = rows_of(p);
    for (std::uint64_t k = 0; k < found.values.size(); ++k) {
      const std::uint64_t place = k / 32 * stride + k % 32;
      found.values[k] = place % length < 32 ? rows.values[place / length * 32 + place % length] : 0;
    }
    return found;
  };
  for (const std::uint64_t stride : {std::uint64_t{20}, std::uint64_t{33}, std::uint64_t{80}})
    EXPECT_EQ(explanation(read(stride, 32), p),
              "columns-shifted row-stride=" + std::to_string(stride));
  EXPECT_EQ(explanation(read(32, 36), p), "columns-shifted row-length=36");
  Rows padded = read(32, 36);
  padded.at(1, 0) = 0.25;  // between two rows
  EXPECT_NE(finding(padded, p), "columns-shifted");
  Rows damaged = read(33, 32);
  damaged.at(50, 5) = 3;
  const auto verdict = verdict_on(damaged, question_about(p));
  ASSERT_EQ(findings(verdict), "columns-shifted corrupt-entry");
  const auto& places = verdict.findings[1].parameters.places();
  ASSERT_EQ(places.size(), 1U);
  EXPECT_EQ(places[0].at("position"), "55");
  EXPECT_EQ(places[0].at("channel"), 5);
  EXPECT_EQ(places[0].at("got"), "3");
  Rows rows = read(20, 32);  // entries that are read twice must be equal
  for (std::uint64_t row = 50; row < 99; ++row) rows.at(row, 30) = rows.at(row, 31) = 0.25;
  EXPECT_NE(finding(rows, p), "columns-shifted");
}

TEST(Columns, AreReadFromElsewhere) {
  const Program p = cosines(kFloat32, 64, 100);
  Rows all = rows_of(p);
  Rows rows = all;
  for (std::uint64_t row = 0; row + 1 < rows.count(); ++row) {
    for (std::size_t j = 0; j < rows.columns; ++j) {
      const std::size_t from = j + 8;
      rows.at(row, j) = all.at(row + from / rows.columns, from % rows.columns);
    }
  }
  rows.values.resize((rows.count() - 1) * rows.columns);
  Program claimed = p;
  claimed.positions = Positions::from(0, 99);
  EXPECT_EQ(finding(rows, claimed), "columns-shifted");
}

/// Multiples of 1/32767.  The smallest entry is many steps.
TEST(Gain, OfSixteenBitsIsQuantised) {
  Program p = cosines(kFloat32, 40, 30);
  const Rows rows = changed(rows_of(p), [](double x) { return std::nearbyint(x * 32767) / 32767; });
  const auto verdict = verdict_on(rows, question_about(p));
  ASSERT_EQ(findings(verdict), "quantised");
  EXPECT_EQ(verdict.findings[0].parameters.at("bits"), 16);
}

/// Positions are multiplied by 1.001, or by 2 pi or 1/pi, as if frequencies were in turns.
TEST(Gain, OfPositionsIsAScale) {
  for (const auto& [times, said] :
       {std::pair(1.001, "1001/1000"), {6.283185307179586, "2 pi"}, {0.3183098861837907, "1/pi"}}) {
    Program p = cosines(kFloat64, 32, 300);
    p.positions.first = 100;
    Rows rows = rows_of(p);
    for (std::uint64_t row = 0; row < rows.count(); ++row)
      for (std::uint64_t j = 0; j < rows.columns; ++j)
        rows.at(row, j) = std::cos(static_cast<double>(p.positions[row]) * times *
                                   std::pow(10000.0, -static_cast<double>(j) / 16));
    const auto verdict = verdict_on(rows, question_about(p));
    ASSERT_EQ(findings(verdict), "position-scale") << times;
    EXPECT_EQ(verdict.findings[0].parameters.text("scale"), said);
  }
}

TEST(Gain, OfAllFrequenciesIsAScaleOfPositions) {
  Program p = cosines(kFloat32, 128, 1);
  p.part = Part::inv_freq;
  for (const auto& [times, said] :
       {std::pair(1.5F, "3/2"), {6.2831853F, "2 pi"}, {0.001F, "1/1000"}}) {
    Rows rows = rows_of(p);
    for (double& x : rows.values) x = static_cast<float>(x) * times;
    const auto verdict = verdict_on(rows, question_about(p));
    ASSERT_EQ(findings(verdict), "position-scale") << times;
    EXPECT_EQ(verdict.findings[0].parameters.text("scale"), said);
  }
}

}  // namespace
}  // namespace sextant
