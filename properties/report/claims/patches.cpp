#include <cmath>
#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "report/claims/claim_named.hpp"
#include "sextant/number/round.hpp"
#include "tool/run.hpp"

/// Mutants that these must kill: a position rounded to another format; the last pair taken for the
/// one that is off most; a table's bytes without its columns.
namespace sextant::properties {
namespace {

using testing::HasSubstr;

Statement patch_claim(const std::string& id) {
  static const auto all = statements(claims_of_patches());
  return claim_named(all, id);
}

TEST(Patches, AdjacentRowsInFloat16AreAsSaid) {
  const Statement claim = patch_claim("float16-adjacent");
  EXPECT_EQ(claim.verdict, StatementVerdict::refuted);
  const auto same = [](int p) {
    return round(kFloat16, Rational(p)) == round(kFloat16, Rational(p + 1));
  };
  int first = 0;
  while (!same(first)) ++first;
  EXPECT_THAT(claim.because, HasSubstr(fmt::format("same from {} and {} on", first, first + 1)));
  EXPECT_FALSE(round(kFloat16, Rational(65520)).finite());
  EXPECT_TRUE(round(kFloat16, Rational(65519)).finite());
  const double apart = std::abs(std::cos(262145.0) - std::cos(262144.0));
  EXPECT_THAT(claim.because, HasSubstr(fmt::format("are {:.4f} apart", apart)));
}

/// Of pair 1, which frequencies of d = 128 err in, by float32's arithmetic and Arb's.
TEST(Patches, ErrorsGrowWithTheOctaveAndFallBetween) {
  EXPECT_EQ(patch_claim("error-envelope").verdict, StatementVerdict::conditional);
  const Chart table = chart(Sinusoidal{.dim = 128});
  const auto error = [&](int p) {
    double most = 0;
    for (std::size_t i = 0; i < 64; ++i) {
      const float omega = 1 / std::pow(10000.0F, static_cast<float>(2 * i) / 128.0F);
      const float angle = static_cast<float>(p) * omega;
      most = std::max({most, std::abs(std::sin(angle) - by_arb(table, p, 2 * i)),
                       std::abs(std::cos(angle) - by_arb(table, p, 2 * i + 1))});
    }
    return most;
  };
  int fall = 1;
  while (error(fall + 1) >= error(fall)) ++fall;
  EXPECT_THAT(patch_claim("error-envelope").because,
              HasSubstr(fmt::format("falls from position {} to {}.", fall, fall + 1)));
}

TEST(Patches, RoundedFrequenciesCostWhatIsSaid) {
  const Waves waves = chart(Rotary{.dim = 128}).waves;
  double most = 0;
  for (int i = 0; i < 64; ++i) {
    const double omega = arb_double(second_opinion::frequency(waves, i, 400));
    most = std::max(most, 32768 * std::abs(static_cast<double>(static_cast<float>(omega)) - omega));
  }
  EXPECT_EQ(patch_claim("frequency-in-float32").verdict, StatementVerdict::proved);
  EXPECT_THAT(patch_claim("frequency-in-float32").because,
              HasSubstr(fmt::format("is {:.6f}", most)));
  const Statement table = patch_claim("table-from-float64");
  EXPECT_EQ(table.verdict, StatementVerdict::proved);
  EXPECT_EQ(fmt::format("{:.2g}", 0x1p-25), "3e-08");
}

TEST(Patches, RoundedPositionsAreWhereItIsSaid) {
  const Statement claim = patch_claim("bfloat16-position");
  EXPECT_EQ(claim.verdict, StatementVerdict::refuted);
  EXPECT_EQ(round_to(kBfloat16, 15962.0), 15936);
  EXPECT_EQ(round_to(kFloat16, 15962.0), 15960);
  EXPECT_THAT(claim.because, HasSubstr("To 15936, 26 away"));
  EXPECT_THAT(claim.because, HasSubstr("rounds it to 15960"));
}

/// The bytes of files that the tool writes, but for the header.
TEST(TableBytes, AreThoseWritten) {
  const Folder folder;
  const auto written = [&](const std::string& line) {
    EXPECT_EQ(sextant_line("table " + line + " -o " + (folder / "t.npy")).status, 0);
    return std::filesystem::file_size(folder / "t.npy") - 128;
  };
  const auto all = statements(claims_of_tables());
  const Statement doubles = claim_named(all, "table-of-doubles"),
                  costs = claim_named(all, "table-costs");
  EXPECT_EQ(doubles.verdict, StatementVerdict::conditional);
  EXPECT_EQ(costs.verdict, StatementVerdict::conditional);
  EXPECT_THAT(doubles.because,
              HasSubstr(fmt::format("{} bytes", written("--dim 1024 --positions 0:4096 --format "
                                                        "float64"))));
  EXPECT_THAT(costs.because,
              HasSubstr(fmt::format("{} bytes for 4096",
                                    written("--dim 512 --positions 0:4096 --format float32"))));
  EXPECT_THAT(costs.because,
              HasSubstr(fmt::format("and {} for one row",
                                    written("--dim 512 --positions 0:1 --format float32"))));
}

}  // namespace
}  // namespace sextant::properties
