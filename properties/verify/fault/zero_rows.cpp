#include <cmath>

#include <gtest/gtest.h>

#include "sextant/verify/rows/index_ranges.hpp"
#include "verify/verify_programs.hpp"

namespace sextant {
namespace {

using verify::Grade;
using verify::IndexRanges;

Program cosines(Part part = Part::cos) {
  return {.recipe = "pow-reciprocal",
          .encoding = Rotary{.dim = 64},
          .part = part,
          .formats = {kFloat32, kFloat32, {}},
          .positions = Positions::from(100, 96)};
}

void clear(Rows& rows, std::uint64_t first, std::uint64_t last) {
  for (std::uint64_t row = first; row <= last; ++row) {
    for (std::uint64_t j = 0; j < rows.columns; ++j) rows.at(row, j) = 0;
  }
}

TEST(Zeros, AreNamedWithTheirRowsAndNothingElse) {
  for (const Part part : {Part::cos, Part::sin}) {
    const Program p = cosines(part);
    for (const auto& [first, last] : {std::pair(0, 95), {0, 9}, {40, 41}, {90, 95}}) {
      Rows rows = rows_of(p);
      clear(rows, static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(last));
      const auto verdict = verdict_on(rows, question_about(p));
      ASSERT_EQ(findings(verdict), "zeros") << first;
      EXPECT_EQ(verdict.grade, Grade::explained);
      EXPECT_EQ(verdict.findings[0].parameters.at("rows"),
                std::to_string(first) + " to " + std::to_string(last));
    }
  }
}

TEST(Zeros, AreNamedBesideAnotherFault) {
  const Program p = cosines();
  Program shifted = p;
  shifted.positions.first += 3;
  Rows rows = rows_of(shifted);
  clear(rows, 7, 20);
  const auto verdict = verdict_on(rows, question_about(p));
  ASSERT_EQ(findings(verdict), "zeros position-offset");
  EXPECT_EQ(verdict.findings[1].parameters.at("offset"), 3);
}

TEST(Zeros, MayHoldANumberThatIsNotFinite) {
  const Program p = cosines();
  Rows rows = rows_of(p);
  clear(rows, 0, 40);
  rows.at(12, 3) = std::nan("");
  EXPECT_EQ(finding(rows, p), "not-finite zeros");
  for (std::uint64_t j = 0; j < rows.columns; ++j) rows.at(50, j) = std::nan("");
  const auto verdict = verdict_on(rows, question_about(p));
  EXPECT_EQ(findings(verdict), "not-finite zeros");
  EXPECT_EQ(verdict.findings[1].parameters.at("rows"), "0 to 40");
}

/// A row that was never written is no padding row, unless an embedding may have one there.
TEST(Zeros, AreOneRowBesideAnotherFaultFull) {
  const Program p = cosines();
  Program other = p;
  std::get<Rotary>(other.encoding).base = 500000;
  Rows rows = rows_of(other);
  clear(rows, 33, 33);
  EXPECT_EQ(finding(rows, p), "zeros wrong-base");
  Program embedding = program("exp-log", kFloat32, kFloat32, 0, 64);
  rows = rows_of(embedding);
  clear(rows, 1, 1);
  EXPECT_EQ(finding(rows, embedding), "zero-row");
  rows = rows_of(embedding);
  clear(rows, 30, 30);
  EXPECT_EQ(finding(rows, embedding), "zeros");
}

/// Reversed rows: the padding row was cleared afterwards.
TEST(Zeros, AreInTheirPlaceAfterReversal) {
  Program p = program("exp-log", kFloat32, kFloat32, 0, 40);
  std::get<Sinusoidal>(p.encoding).zero_row = 1;
  Program backward = p;
  std::vector<Position> positions;
  for (Position row = 40; row-- > 0;) positions.push_back(row);
  backward.positions = Positions::of(positions);
  std::get<Sinusoidal>(backward.encoding).zero_row = std::nullopt;
  Rows rows = rows_of(backward);
  clear(rows, 1, 1);
  EXPECT_EQ(finding(rows, p), "rows-reversed");
}

/// Sines of position 0 are zeros: rows that a fault of positions took there are none.
TEST(Zeros, AreNotRowsOfPositionZero) {
  Program p = cosines(Part::sin);
  p.positions = Positions::from(0, 96);
  EXPECT_TRUE(verdict_on(rows_of(p), question_about(p)).passes());
  Program again = p;
  std::vector<Position> positions;
  for (Position row = 0; row < 96; ++row) positions.push_back(row % 32);
  again.positions = Positions::of(positions);
  EXPECT_EQ(findings(verdict_on(rows_of(again), question_about(p))).find("zeros"),
            std::string::npos);
}

TEST(IndexRanges, AreThoseOfTheirNumbers) {
  IndexRanges odd, two;
  for (const std::uint64_t k : {3, 4, 5, 9}) two.add(k);
  EXPECT_EQ(two.text(), "3 to 5, 9");
  EXPECT_EQ(two.count(), 4U);
  EXPECT_EQ(two.others(9).text(), "0 to 2, 6 to 8");
  EXPECT_EQ(two.others(12).text(), "0 to 2, 6 to 8, 10 to 11");
  EXPECT_EQ(two.others(12).others(12), two);
  for (std::uint64_t k = 1; k < 40; k += 2) odd.add(k);
  EXPECT_NE(odd.text().find("31 and 4 more ranges"), std::string::npos);
}

/// Rows taken out of a source are the same, however many are read at once.
TEST(IndexRanges, ReadTheRowsOfASource) {
  std::vector<double> numbers(40);
  for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] = static_cast<double>(k);
  verify::Source source{.rows = 20,
                        .columns = 2,
                        .format = kFloat64,
                        .positions = Positions::from(50, 20),
                        .read =
                            [&](std::uint64_t first, std::uint64_t count, std::span<double> out) {
                              ASSERT_EQ(out.size(), 2 * count);
                              std::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(2 * first),
                                          2 * count, out.begin());
                            },
                        .read_elements = {}};
  IndexRanges rows;
  const std::vector<std::uint64_t> wanted = {0, 4, 5, 6, 9, 10, 19};
  for (const std::uint64_t row : wanted) rows.add(row);
  const verify::Source some = verify::rows_of(source, rows);
  ASSERT_EQ(some.rows, wanted.size());
  for (std::uint64_t first = 0; first < some.rows; ++first) {
    for (std::uint64_t count = 1; first + count <= some.rows; ++count) {
      std::vector<double> values(2 * count);
      some.read(first, count, values);
      for (std::uint64_t k = 0; k < count; ++k) {
        EXPECT_EQ(values[2 * k], 2.0 * static_cast<double>(wanted[first + k]));
        EXPECT_EQ(some.positions[first + k], 50 + static_cast<Position>(wanted[first + k]));
      }
    }
  }
}

/// A sample that begins with rows of zeros does not show that rows are [cos | sin].
TEST(Zeros, AreNoHalvesOfCosines) {
  const Program p{.recipe = "exp-log",
                  .encoding = Rotary{.dim = 10, .base = 150000, .layout = Pairing::interleaved},
                  .part = Part::sin_repeated,
                  .formats = {kFloat32, kBfloat16, {}},
                  .positions = Positions::from(5, 188)};
  Rows rows = rows_of(p);
  for (std::uint64_t row = 0; row < 76; ++row)
    for (std::uint64_t j = 0; j < rows.columns; ++j) rows.at(row, j) = 0;
  verify::Question question = question_about(p);
  question.part = Part::sin;
  EXPECT_EQ(finding(rows, question), "zeros");
}

}  // namespace
}  // namespace sextant
