#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "report/claims/claim_named.hpp"

/// Mutants that these must kill: frequencies that rise, or lie above 1/10000 by both laws; pairs
/// counted from the other end; an odd width taken by another convention.
namespace sextant::properties {
namespace {

using second_opinion::kPrecision;
using testing::HasSubstr;

double frequency_by_arb(const Sinusoidal& encoding, int pair) {
  return arb_double(second_opinion::frequency(chart(encoding).waves, pair, kPrecision));
}

Statement found(const std::string& id) {
  static const auto all = statements(claims_of_frequencies());
  return claim_named(all, id);
}

TEST(Frequencies, FallFromPairToPair) {
  for (const int dim : {4, 6, 34, 128}) {
    for (int pair = 1; pair < dim / 2; ++pair)
      EXPECT_LT(frequency_by_arb({.dim = dim}, pair), frequency_by_arb({.dim = dim}, pair - 1));
  }
  EXPECT_EQ(found("higher-index-higher-frequency").verdict, StatementVerdict::refuted);
  EXPECT_EQ(found("higher-index-lower-frequency").verdict, StatementVerdict::proved);
  EXPECT_EQ(found("definition").verdict, StatementVerdict::no_number);
}

/// The exponents are exact: that of the last pair is −1 by one law, and by the other at no width.
TEST(Frequencies, OfTheLastPairDependOnTheLaw) {
  for (const int dim : {4, 6, 8, 34, 128, 512, 1024}) {
    const auto last = [&](Law law) {
      return chart(Sinusoidal{.dim = dim, .law = law}).waves.frequencies.back();
    };
    EXPECT_EQ(last(Law::half_minus_shift).exponent, -1);
    EXPECT_GT(last(Law::d).exponent, -1);
    EXPECT_EQ(last(Law::d).base, 10000);
  }
  EXPECT_EQ(found("last-frequency").verdict, StatementVerdict::refuted);
  EXPECT_THAT(found("last-frequency").because,
              HasSubstr("has 0.0001037, and the wavelength 60611"));
  EXPECT_NEAR(2 * std::numbers::pi / frequency_by_arb({.dim = 512}, 255), 60611, 0.5);
  EXPECT_EQ(found("wavelengths").verdict, StatementVerdict::conditional);
  EXPECT_NEAR(2 * std::numbers::pi / frequency_by_arb({.dim = 128}, 63), 54410, 0.5);
  EXPECT_THAT(found("wavelengths").because, HasSubstr("54410 of 62832 for d = 128"));
}

TEST(Frequencies, OfTheFirstPairsTellNeighboursApart) {
  const Chart table = chart(Sinusoidal{.dim = 128});
  std::vector<double> shares;
  for (std::size_t j = 0; j < table.width(); j += 2) {
    const double s = by_arb(table, 1, j), c = by_arb(table, 1, j + 1) - 1;
    shares.push_back(s * s + c * c);
  }
  double early = 0, late = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) (i < 32 ? early : late) += shares[i];
  EXPECT_TRUE(std::is_sorted(shares.rbegin(), shares.rend()));
  EXPECT_EQ(fmt::format("{:.4f}", early / (early + late)), "0.9999");
  EXPECT_EQ(found("fast-channels-tell-neighbours").verdict, StatementVerdict::proved);
  EXPECT_THAT(found("fast-channels-tell-neighbours").because, HasSubstr("pairs has 0.9999 of"));
  EXPECT_EQ(found("slow-channels-tell-neighbours").verdict, StatementVerdict::refuted);
}

TEST(Frequencies, OfOddWidthsDependOnTheConvention) {
  const auto last = [](Odd odd) {
    return fmt::format("{:.4g}", by_arb(chart(Sinusoidal{.dim = 5, .odd = odd}), 1, 4));
  };
  EXPECT_THROW((void)chart(Sinusoidal{.dim = 5}), Error);
  const Statement claim = found("even-width");
  EXPECT_EQ(claim.verdict, StatementVerdict::proved);
  EXPECT_EQ(last(Odd::zero_column), "0");
  for (const Odd odd : {Odd::drop_last, Odd::round_up})
    EXPECT_THAT(claim.because, HasSubstr(last(odd).substr(0, 6)));
}

}  // namespace
}  // namespace sextant::properties
