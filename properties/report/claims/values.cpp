#include <cmath>

#include <gmock/gmock.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "report/claims/claim_named.hpp"
#include "sextant/report/claims/printed_digits.hpp"

/// Mutants that these must kill: a printed digit changed; half a unit taken for a unit; the border
/// of either counted in or out; another width for the figure.
namespace sextant::properties {
namespace {

using testing::HasSubstr;

double lower(const PrintedNumber& number) {
  return static_cast<double>(to_rational(lower_end(number.truth)));
}

const std::vector<Worked>& worked() {
  static const auto all = worked_numbers();
  return all;
}

/// The entry that `PE(3)[2]` names, by Arb; nothing for other names.
std::optional<double> entry_by_arb(int dim, const std::string& what) {
  int position = 0, channel = 0;
  if (std::sscanf(what.c_str(), "PE(%d)[%d]", &position, &channel) != 2) return std::nullopt;
  return by_arb(chart(Sinusoidal{.dim = dim}), position, static_cast<std::size_t>(channel));
}

std::string verdict_of(const std::string& id) {
  static const auto all = statements(claims_of_values());
  return std::string(words(claim_named(all, id).verdict));
}

TEST(PrintedNumbers, AreWhatArbFinds) {
  std::size_t entries = 0;
  for (const auto& [claim, numbers] : worked()) {
    const int dim = claim.id == "first-rows-dim-4" ? 4 : 8;
    for (const PrintedNumber& number : numbers) {
      if (const auto arb = entry_by_arb(dim, number.what)) {
        EXPECT_DOUBLE_EQ(*arb, lower(number)) << number.what;
        ++entries;
      }
    }
  }
  EXPECT_EQ(entries, 8U + 18U + 8U);
  EXPECT_EQ(verdict_of("first-rows-dim-4"), "proved");
  EXPECT_EQ(verdict_of("first-rows-dim-8"), "holds with a condition");
  EXPECT_EQ(verdict_of("row-100-dim-8"), "proved");
  EXPECT_EQ(verdict_of("dot-products-dim-2"), "proved");
  EXPECT_EQ(verdict_of("frequency-ratio-dim-512"), "proved");
  const Statement cosines = claim_named(statements(claims_of_values()), "cosines-far-out");
  EXPECT_EQ(cosines.verdict, StatementVerdict::refuted);
  EXPECT_THAT(cosines.because, HasSubstr("cos 15962 is -0.90802, printed -0.547; cos 15968 is "
                                         "-0.75479, printed -0.882."));
}

TEST(PrintedNumbers, OfNeighboursFitOneWidth) {
  for (int dim = 2; dim <= 128; dim += 2) {
    const double apart = distance_by_arb(chart(Sinusoidal{.dim = dim}), 0, 1);
    EXPECT_EQ(std::abs(dim / 2 - apart / 2 - 30.9168) < 0.00005, dim == 64) << dim;
    if (dim == 64) {
      EXPECT_NEAR(std::sqrt(apart), 1.4718, 0.00005);
      EXPECT_NEAR(1 - apart / dim, 0.9662, 0.00005);
    }
  }
  EXPECT_EQ(verdict_of("neighbours-compared"), "proved");
}

/// The last digit of a text changed by two, and it is wrong: for the better as for the worse.
TEST(PrintedNumbers, WithADigitChangedAreRefuted) {
  for (const auto& [claim, numbers] : worked()) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      auto broken = numbers;
      char& digit = broken[i].digits.back();
      digit = digit < '8' ? static_cast<char>(digit + 2) : static_cast<char>(digit - 2);
      EXPECT_EQ(settled(claim, broken).verdict, StatementVerdict::refuted) << broken[i].digits;
      EXPECT_THAT(settled(claim, broken).because, HasSubstr(broken[i].digits));
      if (numbers[i].digits[0] == '-' || numbers[i].digits == "0") continue;
      broken[i].digits = "-" + numbers[i].digits;
      EXPECT_EQ(settled(claim, broken).verdict, StatementVerdict::refuted) << broken[i].digits;
    }
  }
}

/// Of exact numbers, in thousandths: what a text of two decimals prints of them.
PROPERTY(PrintedNumbers, AreJudgedByHalfAUnitAndAUnit) {
  const int printed = *draw::in_range(-500, 500), off = *draw::in_range(-25, 26);
  const Rational truth(10 * printed + off, 1000);
  const auto text = std::to_string(printed) + "e-2";
  const Printing found = printing({"", enclose<ClaimInterval>(truth), text});
  if (std::abs(off) == 5) RC_SUCCEED("a tie");
  RC_ASSERT(found == (std::abs(off) < 5    ? Printing::rounded
                      : std::abs(off) < 10 ? Printing::within_a_unit
                                           : Printing::wrong) ||
            (std::abs(off) == 10 && found == Printing::undecided));
}

TEST(PrintedNumbers, OfAnEnclosureThatCoversABorderAreLeftOpen) {
  const ClaimInterval wide =
      hull(enclose<ClaimInterval>(Rational(1, 10)), enclose<ClaimInterval>(Rational(2, 10)));
  EXPECT_EQ(printing({"", wide, "0.1"}), Printing::undecided);
  EXPECT_EQ(settled({}, {{"", wide, "0.1"}}).verdict, StatementVerdict::open);
  EXPECT_EQ(settled({}, {}).verdict, StatementVerdict::open);
  EXPECT_EQ(printing({"", enclose<ClaimInterval>(Rational(15, 100)), "0.1"}), Printing::undecided);
}

}  // namespace
}  // namespace sextant::properties
