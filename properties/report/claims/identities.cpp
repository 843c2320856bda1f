#include <cmath>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "report/claims/claim_named.hpp"

/// Mutants that these must kill: the sign of a shift turned, which proves what is refuted and the
/// other way round; a product or a derivative of other pairs.
namespace sextant::properties {
namespace {

using testing::HasSubstr;

constexpr double kRounding = 0x1p-53;  // u, of doubles

Statement identity(const std::string& id) {
  static const auto all = statements(claims_of_identities());
  return claim_named(all, id);
}

/// A sine or cosine by Arb, as an exact enclosure.
struct Pair {
  Span sine, cosine;
};
Pair pair(const Chart& table, Position p, std::size_t i) {
  const auto at = [&](std::size_t j) {
    return second_opinion::span(table.waves, to_rational(p), table.channels[j]);
  };
  return {at(2 * i), at(2 * i + 1)};
}

Span turned(const Span& x) { return {-x.upper, -x.lower}; }

TEST(Identities, ShiftsHaveOneSign) {
  const Chart table = chart(Sinusoidal{.dim = 4});
  for (const Position p : {0, 3, 1000}) {
    for (const Position k : {1, 2, 77}) {
      for (const std::size_t i : {0U, 1U}) {
        const auto [s, c] = pair(table, p, i);
        const auto [S, C] = pair(table, k, i);
        const Span truth = pair(table, p + k, i).sine;
        EXPECT_TRUE((C * s + S * c).overlaps(truth));
        EXPECT_FALSE((C * s + turned(S) * c).overlaps(truth));
      }
    }
  }
  EXPECT_EQ(identity("shift-matrix-sin-cos").verdict, StatementVerdict::proved);
  EXPECT_EQ(identity("shift-matrix-cos-first").verdict, StatementVerdict::refuted);
  EXPECT_THAT(identity("shift-matrix-cos-first").because,
              HasSubstr("becomes (-0.8415, 0.5403), and pair 0 of position 1 is (0.8415, 0.5403)"));
}

TEST(Identities, DifferencesAreLinearInTheRow) {
  const Chart table = chart(Sinusoidal{.dim = 8});
  for (const Position p : {-3, 0, 500}) {
    for (const Position h : {1, 9}) {
      for (std::size_t i = 0; i < 4; ++i) {
        const Span two{2, 2}, step = two * pair(table, h, i).sine;
        const Pair before = pair(table, p - h, i), after = pair(table, p + h, i);
        const Pair here = pair(table, p, i);
        EXPECT_TRUE((after.sine - before.sine).overlaps(step * here.cosine));
        EXPECT_TRUE((after.cosine - before.cosine).overlaps(turned(step) * here.sine));
      }
    }
  }
  EXPECT_EQ(identity("derivative").verdict, StatementVerdict::proved);
}

/// In exact products of the numbers that a float32 table holds.
TEST(Identities, ProductsDependOnTheOffsetButForRounding) {
  const Chart table = chart(Sinusoidal{.dim = 128});
  const auto rounded = [&](Position p, std::size_t j) {
    return to_rational(
        exact::nearest(kFloat32, table.waves, to_rational(p), table.channels[j]).number);
  };
  double largest = 0;
  for (const Position p : {0, 17, 4000}) {
    Rational off = 0;
    Span kernel{0, 0};
    for (std::size_t j = 0; j < table.width(); ++j) {
      off += rounded(p, j) * rounded(p + 1, j);
      if (j % 2 == 1) kernel = kernel + pair(table, 1, j / 2).cosine;
    }
    largest = std::max(largest, std::abs(static_cast<double>(off - kernel.lower)));
  }
  const Statement claim = identity("dot-product-offset");
  EXPECT_EQ(claim.verdict, StatementVerdict::conditional);
  double said = 0, bound = 0;
  const auto at = claim.because.find("in float64 (bound ");
  ASSERT_NE(at, std::string::npos);
  ASSERT_EQ(std::sscanf(claim.because.substr(claim.because.find("), ", at)).c_str(),
                        "), %lf in float32 (bound %lf)", &said, &bound),
            2)
      << claim.because;
  EXPECT_GT(largest, 0);
  EXPECT_LE(largest, said * 1.05);  // two digits are printed
  EXPECT_LE(said, bound);
}

TEST(Identities, DistancesSayWhatProductsSay) {
  const Chart table = chart(Sinusoidal{.dim = 128});
  const Statement claim = identity("only-products-tell");
  EXPECT_EQ(claim.verdict, StatementVerdict::refuted);
  for (const auto& [p, q] : {std::pair{0, 1}, {700, 701}}) {
    double product = 0;
    for (std::size_t j = 0; j < table.width(); ++j)
      product += by_arb(table, p, j) * by_arb(table, q, j);
    const double distance = distance_by_arb(table, p, q);
    // 128 terms of at most 4, each off by 6u of itself at most, in a sum that adds 127u: twice, as
    // the product counts double.
    EXPECT_NEAR(distance, 128 - 2 * product, 128 * 4 * (127 + 6) * 2 * kRounding);
    EXPECT_THAT(claim.because,
                HasSubstr(fmt::format("similarity {:.4f} and the squared distance {:.3f};",
                                      product / 64, distance)));
  }
}

TEST(Identities, DegreesAndOtherStartsGoUnnoticed) {
  const Statement degrees = identity("degrees"), start = identity("positions-from-one");
  EXPECT_EQ(degrees.verdict, StatementVerdict::proved);
  EXPECT_EQ(start.verdict, StatementVerdict::proved);
  EXPECT_THAT(degrees.because, HasSubstr(fmt::format("radians, {:.4f}", std::sin(180 / M_PI))));
  const Chart zero = chart(Sinusoidal{.dim = 8}), one = chart(Sinusoidal{.dim = 8, .origin = 1});
  for (std::size_t j = 0; j < 8; ++j) {
    EXPECT_NE(by_arb(zero, 5, j), by_arb(one, 5, j));
    EXPECT_EQ(by_arb(zero, 6, j), by_arb(one, 5, j));
  }
  // Eight terms of at most 4, each off by 6u of itself at most, in a sum that adds 7u: of both.
  EXPECT_NEAR(distance_by_arb(zero, 2, 9), distance_by_arb(one, 2, 9),
              8 * 4 * (7 + 6) * 2 * kRounding);
}

}  // namespace
}  // namespace sextant::properties
