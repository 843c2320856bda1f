#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "report/claims/claim_named.hpp"
#include "sextant/number/round.hpp"
#include "sextant/number/text.hpp"

namespace sextant::properties {
namespace {

using testing::HasSubstr;

Statement axis_claim(const std::string& id) {
  static const auto all = statements(claims_of_axes());
  return claim_named(all, id);
}

/// Compares with the sines of this computer's library.  The true sine of x = 1 is 0.
TEST(SeveralAxes, OctavesDoubleTheErrorOfPi) {
  const Statement claim = axis_claim("octaves-in-float32");
  EXPECT_EQ(claim.verdict, StatementVerdict::refuted);
  const auto off = [](int k) {
    return std::abs(std::sin(std::ldexp(static_cast<double>(static_cast<float>(M_PI)), k)));
  };
  int first = 0;
  while (off(first) <= 0x1p-9) ++first;
  EXPECT_THAT(claim.because, HasSubstr(fmt::format("bfloat16, in octave {},", first)));
  EXPECT_THAT(claim.because, HasSubstr(fmt::format("{:.3e}", off(0)).substr(0, 5)));
  EXPECT_LT(off(first - 1), 0x1p-9);
  // Reduced by 2 first, the error does not grow.
  EXPECT_EQ(std::sin(static_cast<float>(M_PI) * std::fmod(std::ldexp(1.0F, 20), 2.0F)), 0);
}

/// The angle of pixel i in octave k is 2^k·i/n half turns: integers modulo 2n decide.
TEST(SeveralAxes, OctavesOnGridsHaveFewValues) {
  const Statement claim = axis_claim("octaves-on-grids");
  EXPECT_EQ(claim.verdict, StatementVerdict::refuted);
  std::string list;
  for (int k = 0; k < 10; ++k) {
    std::set<int> phases;
    for (int i = 0; i < 64; ++i) phases.insert((i << k) % 128);
    list += (k == 0 ? "" : ", ") + std::to_string(phases.size());
  }
  EXPECT_THAT(claim.because, HasSubstr("have " + list + " different values"));
}

/// Compares every two rows of one axis below 2^12, rounded from doubles.
TEST(SeveralAxes, OfFilmsTellTokensApartFull) {
  const Statement claim = axis_claim("axes-collide");
  EXPECT_EQ(claim.verdict, StatementVerdict::conditional);
  EXPECT_THAT(claim.because, HasSubstr("ltx, ltx-2, ltx-2-audio multiply by π/2"));
  const auto first_equal = [](int pairs) {
    std::set<std::vector<double>> seen;
    for (int p = 0; p < 1 << 12; ++p) {
      std::vector<double> row;
      for (int i = 0; i < pairs; ++i) {
        const double angle = p * std::pow(10000.0, -static_cast<double>(i) / pairs);
        row.push_back(round_to(kBfloat16, std::sin(angle)));
        row.push_back(round_to(kBfloat16, std::cos(angle)));
      }
      if (!seen.insert(row).second) return p;
    }
    return -1;
  };
  EXPECT_EQ(first_equal(21), -1);
  EXPECT_EQ(first_equal(22), -1);
  EXPECT_THAT(claim.because, HasSubstr(fmt::format("and {} in bfloat16", first_equal(1))));
}

TEST(SeveralAxes, CentredCoordinatesAreNotSymmetric) {
  const Statement claim = axis_claim("centred-symmetry");
  EXPECT_EQ(claim.verdict, StatementVerdict::refuted);
  const auto angle = [](int i, int n) {
    const float part = (static_cast<float>(i) + 0.5F) / static_cast<float>(n);
    return (2.0F * part - 1.0F) * static_cast<float>(2 * M_PI);
  };
  const auto most = [&](int n) {
    double sum = 0;
    for (int i = 0; i < n / 2; ++i)
      sum = std::max(sum, std::abs(static_cast<double>(angle(i, n)) + angle(n - 1 - i, n)));
    return sum;
  };
  int first = 2, worst = 2;
  while (most(first) == 0) ++first;
  for (int n = 2; n <= 1024; ++n)
    if (most(n) > most(worst)) worst = n;
  EXPECT_THAT(claim.because, HasSubstr(fmt::format("of n = {} tokens", first)));
  EXPECT_THAT(claim.because,
              HasSubstr(fmt::format("is {:.3g} at most, n = {}", most(worst), worst)));
  EXPECT_EQ(most(256), 0);
}

TEST(SeveralAxes, NtkStretchesTheSlowestPairByTheFactor) {
  const Statement claim = axis_claim("ntk-per-axis");
  EXPECT_EQ(claim.verdict, StatementVerdict::conditional);
  std::string list;
  for (const int pair : {15, 31, 47, 63}) {
    const double scaled = 10000 * std::pow(1000.0, 128.0 / 126.0);
    const double by = std::pow(scaled / 10000, 2.0 * pair / 128);
    list += (list.empty() ? "" : ", ") + decimal(to_rational(from_double(by)), 4);
  }
  EXPECT_THAT(claim.because, HasSubstr(list.substr(0, list.rfind(','))));
}

}  // namespace
}  // namespace sextant::properties
