#include <map>
#include <optional>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "report/claims/claim_named.hpp"
#include "sextant/exact/entries.hpp"
#include "sextant/report/claims/alike_rows.hpp"
#include "sextant/report/claims/true_rows.hpp"

/// Mutants that these must kill: a candidate passed over, so that a later pair is found; an end of
/// the search off by one; the nearest pair of rows by another measure.
namespace sextant::properties {
namespace {

using testing::HasSubstr;

/// The first row that is an earlier one's, by looking at all rows.
std::optional<Alike> first_alike_of_all(int dim, const Format& format, int bits) {
  const exact::Entries entries(exact::Oracle(chart(Sinusoidal{.dim = dim})), format);
  std::map<std::vector<double>, Position> rows;
  for (Position p = 0; p < Position{1} << bits; ++p) {
    std::vector<double> row;
    for (std::size_t j = 0; j < static_cast<std::size_t>(dim); ++j)
      row.push_back(entries.nearest(p, j).value);
    const auto [at, is_new] = rows.try_emplace(row, p);
    if (!is_new) return Alike{at->second, p};
  }
  return std::nullopt;
}

void expect_first(int dim, const Format& format, int bits) {
  const auto found = first_alike(dim, format, bits);
  const auto wanted = first_alike_of_all(dim, format, bits);
  ASSERT_EQ(found.has_value(), wanted.has_value()) << dim << " " << format.name();
  if (!found) return;
  EXPECT_EQ(to_text(found->later), to_text(wanted->later)) << dim << " " << format.name();
  EXPECT_EQ(to_text(found->earlier), to_text(wanted->earlier)) << dim << " " << format.name();
}

/// In formats of few bits rows are alike early, and at every width.
TEST(AlikeRows, AreTheFirstThatAre) {
  for (int precision = 3; precision <= 8; ++precision) {
    for (const int dim : {2, 4, 6, 8}) expect_first(dim, Format::bits(precision), 10);
  }
  expect_first(2, kFloat16, 10);
  expect_first(2, kBfloat16, 10);
}

TEST(AlikeRows, AreSoughtBelowTheEnd) {
  ASSERT_TRUE(first_alike(2, kBfloat16, 10));
  EXPECT_EQ(to_text(first_alike(2, kBfloat16, 10)->later), "711");
  EXPECT_FALSE(first_alike(2, kBfloat16, 9));
}

/// By looking at a million rows, and at the pair that the ledger names in float32.
TEST(AlikeRows, AreTheFirstOfAMillionFull) {
  for (const int dim : {4, 6, 8}) expect_first(dim, kBfloat16, 18);
  expect_first(4, kFloat16, 19);
  const auto far = first_alike(2, kFloat32);
  ASSERT_TRUE(far);
  const exact::Entries entries(exact::Oracle(chart(Sinusoidal{.dim = 2})), kFloat32);
  for (const std::size_t j : {0U, 1U})
    EXPECT_EQ(entries.nearest(far->earlier, j).value, entries.nearest(far->later, j).value);
}

/// At d = 12 the bound leaves offset 6 open, which is not nearer.
TEST(NearestOffset, IsOneForWideRowsAlone) {
  for (const int dim : {2, 4, 8, 12, 64, 128}) {
    bool one = true;
    const TrueRows truth(Sinusoidal{.dim = dim});
    for (Position k = 2; k < 128; ++k)
      one = one && less(truth.squared_distance(1), truth.squared_distance(k));
    EXPECT_EQ(neighbours_are_nearest(dim, 7), one) << dim;
    EXPECT_EQ(one, dim >= 12) << dim;
  }
}

Statement found(const std::string& id) {
  static const auto all = statements(claims_of_distinctness());
  return claim_named(all, id);
}

/// Rows by Arb, in doubles: far from the border of either claim.
std::vector<std::vector<double>> rows_by_arb(int dim, int count) {
  const Chart table = chart(Sinusoidal{.dim = dim});
  std::vector<std::vector<double>> rows;
  for (int p = 0; p < count; ++p) {
    rows.emplace_back();
    for (std::size_t j = 0; j < table.width(); ++j) rows.back().push_back(by_arb(table, p, j));
  }
  return rows;
}

TEST(Distinctness, OfTheFirstRowsIsAsComputedWithArbFull) {
  double largest = 2, sum = 1000;
  const auto hundred = rows_by_arb(128, 100), five = rows_by_arb(512, 5);
  const auto compare = [](const auto& x, const auto& y, auto&& add) {
    double total = 0;
    for (std::size_t j = 0; j < x.size(); ++j) total = add(total, std::abs(x[j] - y[j]));
    return total;
  };
  for (std::size_t q = 1; q < 100; ++q) {
    for (std::size_t p = 0; p < q; ++p) {
      largest = std::min(largest, compare(hundred[p], hundred[q],
                                          [](double a, double b) { return std::max(a, b); }));
      if (q < 5)
        sum = std::min(sum, compare(five[p], five[q], [](double a, double b) { return a + b; }));
    }
  }
  EXPECT_EQ(found("hundred-rows-apart").verdict, StatementVerdict::proved);
  EXPECT_THAT(found("hundred-rows-apart").because, HasSubstr(fmt::format("it is {:.4f}", largest)));
  EXPECT_EQ(found("five-rows-apart").verdict, StatementVerdict::proved);
  EXPECT_THAT(found("five-rows-apart").because, HasSubstr(fmt::format("By {:.2f} at", sum)));
}

TEST(Distinctness, SimilarityFallsAsFarAsItIsSaidFull) {
  const Statement claim = found("similarity-falls");
  EXPECT_EQ(claim.verdict, StatementVerdict::conditional);
  for (const int dim : {2, 8, 32, 128}) {
    const Chart table = chart(Sinusoidal{.dim = dim});
    int k = 0;
    while (distance_by_arb(table, 0, k + 1) > distance_by_arb(table, 0, k)) ++k;
    EXPECT_THAT(claim.because, HasSubstr(fmt::format("d = {}: to offset {},", dim, k)));
  }
}

TEST(Distinctness, OfEveryPositionIsOfRealNumbersFull) {
  const Statement claim = found("rows-unique");
  EXPECT_EQ(claim.verdict, StatementVerdict::conditional);
  for (const auto& [dim, format] : {std::pair{2, kBfloat16}, {4, kBfloat16}, {2, kFloat16}}) {
    const auto rows = first_alike_of_all(dim, format, 17);
    ASSERT_TRUE(rows);
    EXPECT_THAT(claim.because, HasSubstr(fmt::format("{} and {} at d = {}", to_text(rows->earlier),
                                                     to_text(rows->later), dim)));
  }
}

}  // namespace
}  // namespace sextant::properties
