#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/text/encoding_text.hpp"
#include "verify/verify_programs.hpp"

namespace sextant {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using Pair = std::vector<std::uint64_t>;

constexpr std::uint64_t kRows = 2048;

Program claimed() { return program("exp-log", kFloat32, kFloat32, 0, kRows); }

/// A number in [-1, 1] that has nothing to do with its place.
double stray(std::uint64_t row, std::uint64_t column) {
  std::uint64_t x = (row * 1000003 + column + 1) * 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9;
  return static_cast<float>(static_cast<double>(x >> 40) * 0x1p-23 - 1);
}

/// A tenth of all entries damaged, beside what a table has already.
Rows damaged(Rows rows) {
  for (std::uint64_t row = 0; row < rows.count(); ++row)
    for (std::uint64_t j = 0; j < rows.columns; ++j)
      if (std::abs(stray(j, row)) < 0.1) rows.at(row, j) = stray(row, j);
  return rows;
}

nlohmann::json where_of(const Rows& rows) {
  return verify::to_json(verdict_on(rows, question_about(claimed())))["where"];
}

/// What a table holds from a row on, and nothing else: a tenth of damaged entries does not hide it.
TEST(Where, NamesTheRowsThoughATenthIsDamagedFull) {
  const Program p = claimed();
  Rows rows = rows_of(p);
  const Rows later = rows_of(program("exp-log", kFloat32, kFloat32, 5, kRows));
  for (std::uint64_t row = 1500; row < kRows; ++row)
    for (std::uint64_t j = 0; j < rows.columns; ++j)
      rows.at(row, j) = later.values[row * rows.columns + j];
  const auto where = where_of(damaged(rows));
  EXPECT_THAT(where["rows"], ElementsAre(ElementsAre(1500, kRows - 1))) << where;
  EXPECT_THAT(where["what"].get<std::string>(), HasSubstr("rows 1500 on, all columns"));
  EXPECT_THAT(where["what"].get<std::string>(), HasSubstr("those of positions 5 higher"));
  EXPECT_NEAR(where["fraction"].get<double>(), 0.33, 0.05);
  EXPECT_TRUE(where["heads"].is_null());
}

TEST(Where, NamesTheColumnsThoughATenthIsDamagedFull) {
  Rows rows = rows_of(claimed());
  for (std::uint64_t row = 0; row < kRows; ++row)
    for (std::uint64_t j = 6; j < 11; ++j) rows.at(row, j) = stray(row + 77, j);
  const auto where = where_of(damaged(rows));
  EXPECT_THAT(where["rows"], ElementsAre(ElementsAre(0, kRows - 1))) << where;
  EXPECT_THAT(where["columns"], ElementsAre(ElementsAre(6, 10))) << where;
}

TEST(Where, NamesARectangleByItsEndsFull) {
  Rows rows = rows_of(claimed());
  for (std::uint64_t row = 1000; row < 1300; ++row)
    for (std::uint64_t j = 20; j < 24; ++j) rows.at(row, j) = 0.5;
  const auto where = where_of(rows);
  EXPECT_THAT(where["rows"], ElementsAre(ElementsAre(1000, 1299))) << where;
  EXPECT_THAT(where["columns"], ElementsAre(ElementsAre(20, 23))) << where;
  EXPECT_THAT(where["what"].get<std::string>(), HasSubstr("0.5 everywhere"));
}

TEST(Where, SaysWhatIsCommonFull) {
  const Program p = claimed();
  const auto what = [&](const auto& change) {
    const Rows right = rows_of(p);
    Rows rows = right;
    for (std::uint64_t row = 0; row < kRows; ++row)
      for (std::uint64_t j = 0; j < rows.columns; ++j)
        rows.at(row, j) = static_cast<float>(change(right, row, j));
    return where_of(damaged(rows))["what"].get<std::string>();
  };
  const auto at = [](const Rows& rows, std::uint64_t row, std::uint64_t j) {
    return rows.values[row * rows.columns + j];
  };
  EXPECT_THAT(what([&](const Rows& r, auto row, auto j) { return 0.999 * at(r, row, j); }),
              HasSubstr("0.999 times what is meant"));
  EXPECT_THAT(
      what([&](const Rows& r, auto row, auto j) { return (j % 2 == 0 ? 1 : -1) * at(r, row, j); }),
      HasSubstr("-1 times what is meant"));
  EXPECT_THAT(
      what([&](const Rows& r, auto row, auto j) { return row < 256 ? 0 : at(r, row, j); }),
      AllOf(HasSubstr("rows 0-255, all columns"), HasSubstr("zeros in 90.1 % of the entries")));
  EXPECT_THAT(what([&](const Rows& r, auto row, auto j) { return at(r, row % 100, j); }),
              HasSubstr("rows 100 on, all columns"));
  EXPECT_THAT(what([&](const Rows& r, auto row, auto j) { return at(r, row, (j + 2) % 32); }),
              HasSubstr("hold those of columns 2-31"));
}

/// Angles of logarithms of positions are no waves: no pair has a frequency.
TEST(Where, NamesNoFrequencyOfWhatIsNoWaveFull) {
  Rows rows = rows_of(claimed());
  for (std::uint64_t row = 0; row < kRows; ++row) {
    for (std::uint64_t j = 0; j < rows.columns; ++j) {
      const double angle = 50 * std::log1p(static_cast<double>(row)) *
                           std::pow(1e4, -static_cast<double>(j / 2 * 2) / 32);
      rows.at(row, j) = static_cast<float>(j % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  }
  const auto verdict = verdict_on(rows, question_about(claimed()));
  EXPECT_THAT(verify::to_words(verdict, "t"), Not(HasSubstr("frequency ")));
}

/// A few entries are named one by one, many are scattered.
TEST(Where, FullOfScatteredEntriesNamesNoRange) {
  const auto where = where_of(damaged(rows_of(claimed())));
  EXPECT_TRUE(where["rows"].empty()) << where;
  EXPECT_THAT(where["what"].get<std::string>(), HasSubstr("scattered"));
  Rows rows = rows_of(claimed());
  rows.at(3, 5) = 0.25;
  rows.at(100, 7) = 9;
  EXPECT_EQ(where_of(rows)["what"], "2 entries: row 3, column 5; row 100, column 7");
}

/// One entry far away, such as a NaN, does not hide a block of wrong entries.
TEST(Where, SaysABlockBesideOneEntryFull) {
  const Program p = program("exp-log", kFloat32, kFloat32, 0, 256);
  Rows rows = rows_of(p);
  for (std::uint64_t row = 120; row < 130; row += 3)
    for (std::uint64_t j = 20; j < 28; ++j) rows.at(row, j) = 0.5;
  rows.at(3, 30) = std::nan("");
  const auto where = verify::to_json(verdict_on(rows, question_about(p)))["where"];
  EXPECT_THAT(where["rows"], ElementsAre(ElementsAre(120, 129))) << where;
  EXPECT_THAT(where["columns"], ElementsAre(ElementsAre(20, 27))) << where;
  EXPECT_THAT(where["what"].get<std::string>(), HasSubstr("elsewhere 1 entry: row 3, column 30"));
}

/// A table that passes has no such place; of one that fails by its last digits no entry is named.
TEST(Where, IsOfWhatDoesNotPass) {
  EXPECT_TRUE(where_of(rows_of(claimed())).is_null());
  verify::Question strict = question_about(claimed());
  strict.required = verify::Grade::correctly_rounded;
  const auto verdict = verdict_on(rows_of(claimed()), strict);
  ASSERT_TRUE(verdict.where);
  EXPECT_EQ(verdict.where->fraction, 0);
}

/// Biases have heads for columns, integers are compared exactly.
TEST(Where, FullOfHeadsAndOfIntegers) {
  Program p;
  p.recipe = "direct";
  p.encoding = read_encoding("alibi heads=8");
  p.part = Part::bias;
  p.positions = Positions::from(0, 256);
  Rows rows = true_rows(p);
  for (std::uint64_t row = 0; row < 256; ++row) rows.at(row, 2) *= 1.5;
  const auto verdict = verdict_on(rows, question_about(p));
  ASSERT_TRUE(verdict.where && verdict.where->heads);
  const auto json = verify::to_json(verdict)["where"];
  EXPECT_THAT(json["heads"], ElementsAre(ElementsAre(2, 2))) << json;
  EXPECT_THAT(json["what"].get<std::string>(), HasSubstr("head 2: 1.5 times what is meant"));
}

/// Another base, and a twentieth of the entries damaged: likely, not proved, and it does not pass.
TEST(Closest, IsLikelyAndKeepsTheGradeFull) {
  const Program p = claimed();
  Program other = p;
  other.encoding = read_encoding("sinusoidal dim=32 base=500000");
  const auto verdict = verdict_on(damaged(rows_of(other)), question_about(p));
  EXPECT_EQ(verdict.grade, verify::Grade::unexplained);
  EXPECT_FALSE(verdict.passes());
  ASSERT_NE(verdict.closest(), nullptr);
  EXPECT_EQ(verdict.closest()->fault, "wrong-base");
  const auto json = verify::to_json(verdict);
  EXPECT_EQ(json["closest"]["certainty"], "likely");
  EXPECT_EQ(json["closest"]["parameters"]["base"], "500000");
  EXPECT_NEAR(json["closest"]["accounts_for"].get<double>(), 0.9, 0.03);
  EXPECT_LT(json["closest"]["residual"]["median"].get<double>(), 0x1p-18);
  EXPECT_EQ(json["findings"].size(), 1);
  EXPECT_THAT(verify::to_words(verdict, "t"), HasSubstr("closest   wrong-base"));
}

/// Damage or noise alone is like no fault.
TEST(Closest, IsNoneOfNoiseFull) {
  const auto scattered = verdict_on(damaged(rows_of(claimed())), question_about(claimed()));
  EXPECT_EQ(scattered.grade, verify::Grade::unexplained);
  EXPECT_EQ(scattered.closest(), nullptr);
  Rows rows = rows_of(claimed());
  for (std::uint64_t row = 0; row < kRows; ++row)
    for (std::uint64_t j = 0; j < rows.columns; ++j)
      rows.at(row, j) = static_cast<float>(rows.at(row, j) + 1e-3 * stray(row, j));
  const auto noisy = verdict_on(rows, question_about(claimed()));
  EXPECT_EQ(noisy.grade, verify::Grade::unexplained);
  EXPECT_EQ(noisy.closest(), nullptr);
  EXPECT_TRUE(verify::to_json(noisy)["closest"].is_null());
}

}  // namespace
}  // namespace sextant
