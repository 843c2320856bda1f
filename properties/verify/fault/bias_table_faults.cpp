#include <cmath>

#include <gtest/gtest.h>

#include "sextant/number/round.hpp"
#include "verify/verify_programs.hpp"

/// Faults of biases that are not in their formula: multiplied entries, and rows in another order.
namespace sextant {
namespace {

Program biases(const std::string& recipe, const Encoding& encoding, const Format& store,
               std::uint64_t rows) {
  return {.recipe = recipe,
          .encoding = encoding,
          .part = parts(encoding).front(),
          .formats = {kFloat32, store, {}},
          .positions = Positions::from(0, rows)};
}

const Kerple kPower{.kernel = Kerple::Kernel::power,
                    .r1 = {Rational(31, 20), Rational(2, 3)},
                    .r2 = {Rational(4, 5), Rational(1, 5)}};

Rows with_rows(const Rows& rows, const std::vector<std::uint64_t>& order) {
  Rows made{rows.format, rows.columns, {}};
  for (const std::uint64_t row : order)
    for (std::uint64_t j = 0; j < rows.columns; ++j)
      made.values.push_back(rows.values[row * rows.columns + j]);
  return made;
}

TEST(BiasTable, IsMultiplied) {
  for (const BiasForm form : {BiasForm::distance, BiasForm::keys}) {
    const Program p = biases("slope-powers", Alibi{.heads = 12, .form = form}, kFloat32, 150);
    for (const auto& [times, said] :
         {std::pair(1.25F, "1.25"), {1.27726F, "1.27726"}, {0.125F, "0.125"}, {2.0F, "2"}}) {
      Rows rows = rows_of(p);
      for (double& x : rows.values) x = static_cast<float>(x) * times;
      const auto verdict = verdict_on(rows, question_about(p));
      ASSERT_EQ(findings(verdict), "amplitude") << times;
      EXPECT_EQ(verdict.findings[0].parameters.text("amplitude"), said);
    }
  }
}

TEST(BiasTable, IsMultipliedWithKerple) {
  const Program p = biases("kerple", kPower, kFloat32, 150);
  Rows rows = rows_of(p);
  for (double& x : rows.values) x = static_cast<float>(x) * 3;
  EXPECT_EQ(finding(rows, p), "amplitude");
}

TEST(BiasTable, HasItsRowsInAnotherOrder) {
  for (const Program& p : {biases("kerple", kPower, kFloat32, 73),
                           biases("slope-pow", Alibi{.heads = 8}, kFloat32, 73)}) {
    std::vector<std::uint64_t> order;
    for (std::uint64_t row = 0; row < 73; ++row) order.push_back((row * 5 + 7) % 73);
    EXPECT_EQ(finding(with_rows(rows_of(p), order), p), "rows-permuted") << p.recipe;
    std::vector<std::uint64_t> back;
    for (std::uint64_t row = 73; row > 0; --row) back.push_back(row - 1);
    EXPECT_EQ(finding(with_rows(rows_of(p), back), p), "rows-reversed") << p.recipe;
  }
}

/// Neighbouring rows at the missing ones differ by less than an ulp of float16.
TEST(BiasTable, LacksRowsWhereFloat16IsCoarse) {
  const Program p =
      biases("slope-powers", Alibi{.heads = 40, .form = BiasForm::causal}, kFloat16, 6000);
  std::vector<std::uint64_t> order;
  for (std::uint64_t row = 0; row < 5900; ++row) order.push_back(row + (row < 4000 ? 0 : 100));
  const Rows rows = with_rows(rows_of(p), order);
  Program claimed = p;
  claimed.positions.count = 5900;
  const auto verdict = verdict_on(rows, question_about(claimed));
  ASSERT_EQ(findings(verdict), "rows-missing");
  EXPECT_EQ(verdict.findings[0].parameters.at("rows"), 100);
  EXPECT_EQ(verdict.findings[0].parameters.at("position"), 4000);
}

/// Buckets of distances repeat by themselves; with a column for each key, a row that equals the one
/// before is a copy.
TEST(BiasTable, OfBucketsShowsCopiesWithKeysAlone) {
  for (const int keys : {0, 20}) {
    const Program p = biases("integers", T5{.keys = keys}, kFloat32, 60);
    Rows rows = rows_of(p);
    for (std::uint64_t j = 0; j < rows.columns; ++j) rows.at(7, j) = rows.at(6, j);
    const auto verdict = verdict_on(rows, question_about(p));
    EXPECT_EQ(findings(verdict) == "repeated-row", keys > 0) << findings(verdict);
    EXPECT_FALSE(verdict.passes());
  }
}

/// A copied row is seen beside a fault of all other rows.
TEST(BiasTable, OfTheWrongDirectionShowsCopies) {
  const Program p = biases("integers", T5{.bidirectional = false, .keys = 90}, kFloat32, 60);
  Program claimed = p;
  claimed.encoding = T5{.bidirectional = true, .keys = 90};
  Rows rows = rows_of(p);
  for (std::uint64_t j = 0; j < rows.columns; ++j) rows.at(31, j) = rows.at(30, j);
  EXPECT_EQ(findings(verdict_on(rows, question_about(claimed))), "repeated-row bucket-direction");
}

/// Slopes without the sign of the bias.
TEST(BiasTable, OfNegatedSlopesHasTheWrongSign) {
  for (const int heads : {12, 16}) {
    Program p = biases("slope-powers", Alibi{.heads = heads}, kFloat32, 1);
    p.part = Part::slopes;
    Rows rows = rows_of(p);
    for (double& x : rows.values) x = -x;
    EXPECT_EQ(finding(rows, p), "sign") << heads;
  }
}

/// The logarithm of the base of an exponential, and the root of a head's width.  Whatever the
/// factor, no table is called transposed.
TEST(BiasTable, IsMultipliedByFactorsOfScores) {
  for (const int heads : {12, 16}) {
    const Program p = biases("slope-powers", Alibi{.heads = heads}, kFloat32, 256);
    for (const auto& [times, said] :
         {std::pair(1.44269504F, "log2(e)"), {0.0883883476F, "1/sqrt(128)"}, {1.2345678F, ""}}) {
      Rows rows = rows_of(p);
      for (double& x : rows.values) x = static_cast<float>(x) * times;
      const auto verdict = verdict_on(rows, question_about(p));
      ASSERT_EQ(findings(verdict), "amplitude") << times;
      if (*said != 0) {
        EXPECT_EQ(verdict.findings[0].parameters.text("amplitude"), said);
      }
    }
  }
}

}  // namespace
}  // namespace sextant
