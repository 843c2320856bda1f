#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "certificate/arithmetic/error.hpp"
#include "certificate/arithmetic/literal.hpp"
#include "certificate/certificates.hpp"
#include "certificate/statement/definition.hpp"
#include "draw/gen.hpp"
#include "engine/property.hpp"

namespace sextant::certificate {
namespace {

using nlohmann::json;
using testing::HasSubstr;

Expression rational(const std::string& text) {
  return {Expression::Kind::rational, *fraction_of(text), {}};
}
/// base^exponent, times scale.
Expression power(const std::string& base, const std::string& exponent, const std::string& scale) {
  Expression p{Expression::Kind::power, *fraction_of(exponent), {rational(base)}};
  return {Expression::Kind::product, {}, {rational(scale), std::move(p)}};
}

/// Of `pairs` pairs with exponents −i·numerator/denominator.
std::vector<Expression> geometric_frequencies(int pairs, const std::string& base, int numerator,
                                              int denominator, const std::string& scale = "1") {
  std::vector<Expression> list;
  for (int i = 0; i < pairs; ++i)
    list.push_back(
        power(base, std::to_string(-i * numerator) + "/" + std::to_string(denominator), scale));
  return list;
}

/// Whether a name means these frequencies; Refused where it means others.
bool means(const std::string& name, const std::vector<Expression>& listed) {
  Certificate c;
  c.encoding = name;
  c.frequencies = listed;
  const auto meant = defined(name, listed.size());
  if (meant) expect_listed(*meant, c);
  return meant.has_value();
}

PROPERTY(Definition, HasTheFrequenciesOfItsLaw) {
  const int pairs = *draw::in_range(2, 40).as("pairs");
  const std::string dim = std::to_string(2 * pairs);
  RC_ASSERT(means("sinusoidal dim=" + dim, geometric_frequencies(pairs, "10000", 2, 2 * pairs)));
  RC_ASSERT(means(
      "rope dim=" + dim + " base=500000 layout=half-split rotated-channels=last direction=inverse",
      geometric_frequencies(pairs, "500000", 1, pairs)));
  RC_ASSERT(means("sinusoidal dim=" + dim + " law=half-minus-shift scale=1/3",
                  geometric_frequencies(pairs, "10000", 1, pairs - 1, "1/3")));
  RC_ASSERT(means("sinusoidal dim=" + dim + " law=half-minus-shift shift=0",
                  geometric_frequencies(pairs, "10000", 1, pairs)));
}

PROPERTY(Definition, RefusesOtherFrequenciesThanItNames) {
  const int pairs = *draw::in_range(2, 40).as("pairs");
  const std::string dim = "sinusoidal dim=" + std::to_string(2 * pairs);
  const auto plain = geometric_frequencies(pairs, "10000", 1, pairs);
  RC_ASSERT_THROWS_AS(means(dim + " base=10001", plain), Refused);
  RC_ASSERT_THROWS_AS(means(dim + " scale=1001/1000", plain), Refused);
  RC_ASSERT_THROWS_AS(means(dim + " law=half-minus-shift", plain), Refused);
  RC_ASSERT_THROWS_AS(means("sinusoidal dim=" + std::to_string(2 * pairs + 2), plain), Refused);
  auto changed = plain;
  const auto at = static_cast<std::size_t>(*draw::in_range(0, pairs).as("changed"));
  changed[at] = rational("7/5");
  RC_ASSERT_THROWS_AS(means(dim, changed), Refused);
}

/// 2^4000 + 3 − 2^4000 is 3, which few bits do not show.
TEST(Definition, IsNotMetByWhatIsNotKnown) {
  const std::string large = power_of_two(4000).text();
  Expression sum{Expression::Kind::sum, {}, {rational(large), rational("3")}};
  Expression three{Expression::Kind::sum, {}, {std::move(sum), rational("-" + large)}};
  EXPECT_THROW(means("sinusoidal dim=2", {three}), Refused);
}

TEST(Definition, SaysWhereItKnowsNothing) {
  for (const char* name :
       {"rope dim=4 scaling=yarn factor=2", "alibi heads=4", "", "rope", "sinusoidal dim=x",
        "sinusoidal dim=4 base=-1", "sinusoidal dim=4 law=e", "sinusoidal dim",
        "sinusoidal dim=4 layout=amplitude=", "sinusoidal dim=4 order=nonsense",
        "sinusoidal dim=4 scale=0", "sinusoidal dim=4 amplitude=0", "sinusoidal dim=4 origin=x",
        "sinusoidal dim=4 zero-row=5", "sinusoidal dim=4 law=half-minus-shift shift=2"})
    EXPECT_FALSE(means(name, geometric_frequencies(2, "10000", 1, 2))) << name;
}

TEST(Definition, RefusesANameThatSaysAThingTwice) {
  for (const char* name : {"sinusoidal dim=4 dim=4", "sinusoidal base=2 dim=4 base=10000",
                           "rope dim=4 origin=0 origin=7"})
    EXPECT_THROW(means(name, geometric_frequencies(2, "10000", 1, 2)), Refused) << name;
}

/// Frequencies 10000^(−i/2)·1, where the 1 has no value until many bits are taken: 1/ε·ε.
TEST(Definition, IsWhatIsProvedWhateverIsListed) {
  json c = neighbours(64, "999", blocks(64, 5));
  ASSERT_TRUE(checked(c).confirmed) << checked(c).what;
  const std::string tiny = "1/" + power_of_two(900).text();
  const json hidden = {"sum", "1/3", "-1/3"};
  const json almost = {"sum", hidden, tiny};
  const json one = {"product", {"power", almost, "-1"}, tiny};
  for (json& frequency : c["frequencies"]) frequency = {"product", {"pi"}, one};
  const Checked refused = checked(c);
  EXPECT_FALSE(refused.confirmed);
  EXPECT_THAT(refused.what, HasSubstr("frequencies[0]: is not that of"));
}

/// What a name does not say is not vouched for, and the file's own words are quoted.
TEST(Definition, IsNotClaimedOfAnotherName) {
  json c = neighbours(64, "999", blocks(64, 5));
  EXPECT_THAT(checked(c).what, HasSubstr("of sinusoidal dim=64, "));
  EXPECT_THAT(checked(c).what, HasSubstr("frequencies by the definition"));
  c["encoding"] = "sinusoidal dim=64 zero-row=7" + std::string(100, ' ') + "\n";
  const Checked listed = checked(c);
  EXPECT_TRUE(listed.confirmed);
  EXPECT_THAT(listed.what, HasSubstr("of what is called 'sinusoidal dim=64 zero-row=7"));
  EXPECT_THAT(listed.what, HasSubstr("...', offsets"));
  EXPECT_THAT(listed.what, HasSubstr("frequencies as listed"));
}

/// Rows are of the origin and the amplitude that the name says.
TEST(Definition, IsOfOriginAndAmplitudeToo) {
  Certificate c;
  c.frequencies = geometric_frequencies(2, "10000", 1, 2);
  c.rows = Rows{"float16", "", 0, 9, rational("1/2"), std::nullopt, *fraction_of("7")};
  const auto listed_as = [&](const std::string& name) {
    const auto meant = defined("sinusoidal dim=4" + name, 2);
    ASSERT_TRUE(meant) << name;
    expect_listed(*meant, c);
  };
  EXPECT_NO_THROW(listed_as(" origin=7 amplitude=1/2"));
  EXPECT_THROW(listed_as(" origin=7"), Refused);
  EXPECT_THROW(listed_as(" amplitude=1/2"), Refused);
  EXPECT_THROW(listed_as(" origin=7 amplitude=1"), Refused);
}

}  // namespace
}  // namespace sextant::certificate
