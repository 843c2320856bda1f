#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "check/definition.hpp"
#include "check/error.hpp"
#include "check/literal.hpp"

namespace sextant::check {
namespace {

Expression rational(const std::string& text) {
  return {Expression::Kind::rational, *fraction_of(text), {}};
}
/// base^exponent, times scale.
Expression power(const std::string& base, const std::string& exponent, const std::string& scale) {
  Expression p{Expression::Kind::power, *fraction_of(exponent), {rational(base)}};
  return {Expression::Kind::product, {}, {rational(scale), std::move(p)}};
}

/// Of `pairs` pairs with exponents −i·numerator/denominator.
std::vector<Expression> ladder(int pairs, const std::string& base, int numerator, int denominator,
                               const std::string& scale = "1") {
  std::vector<Expression> list;
  for (int i = 0; i < pairs; ++i)
    list.push_back(
        power(base, std::to_string(-i * numerator) + "/" + std::to_string(denominator), scale));
  return list;
}

constexpr const char* kByDefinition = "frequencies by the definition";

RC_GTEST_PROP(Definition, HasTheFrequenciesOfItsLaw, ()) {
  const int pairs = *rc::gen::inRange(2, 40).as("pairs");
  const std::string dim = std::to_string(2 * pairs);
  RC_ASSERT(named_frequencies("sinusoidal dim=" + dim, ladder(pairs, "10000", 2, 2 * pairs)) ==
            kByDefinition);
  RC_ASSERT(named_frequencies("rope dim=" + dim + " base=500000 layout=half-split",
                              ladder(pairs, "500000", 1, pairs)) == kByDefinition);
  RC_ASSERT(named_frequencies("sinusoidal dim=" + dim + " law=half-minus-shift scale=1/3",
                              ladder(pairs, "10000", 1, pairs - 1, "1/3")) == kByDefinition);
  RC_ASSERT(named_frequencies("sinusoidal dim=" + dim + " law=half-minus-shift shift=0",
                              ladder(pairs, "10000", 1, pairs)) == kByDefinition);
}

RC_GTEST_PROP(Definition, RefusesOtherFrequenciesThanItNames, ()) {
  const int pairs = *rc::gen::inRange(2, 40).as("pairs");
  const std::string dim = "sinusoidal dim=" + std::to_string(2 * pairs);
  const auto plain = ladder(pairs, "10000", 1, pairs);
  RC_ASSERT_THROWS_AS(named_frequencies(dim + " base=10001", plain), Refused);
  RC_ASSERT_THROWS_AS(named_frequencies(dim + " scale=1001/1000", plain), Refused);
  RC_ASSERT_THROWS_AS(named_frequencies(dim + " law=half-minus-shift", plain), Refused);
  RC_ASSERT_THROWS_AS(named_frequencies("sinusoidal dim=" + std::to_string(2 * pairs + 2), plain),
                      Refused);
  auto changed = plain;
  const auto at = static_cast<std::size_t>(*rc::gen::inRange(0, pairs).as("changed"));
  changed[at] = rational("7/5");
  RC_ASSERT_THROWS_AS(named_frequencies(dim, changed), Refused);
}

/// 2^4000 + 3 − 2^4000 is 3, which few bits do not show.
TEST(Definition, IsNotMetByWhatIsNotKnown) {
  const std::string large = power_of_two(4000).text();
  Expression sum{Expression::Kind::sum, {}, {rational(large), rational("3")}};
  Expression three{Expression::Kind::sum, {}, {std::move(sum), rational("-" + large)}};
  EXPECT_THROW(named_frequencies("sinusoidal dim=2", {three}), Refused);
}

TEST(Definition, SaysWhereItKnowsNothing) {
  for (const char* name :
       {"rope dim=4 scaling=yarn factor=2", "alibi heads=4", "", "rope", "sinusoidal dim=x",
        "sinusoidal dim=4 base=-1", "sinusoidal dim=4 law=e", "sinusoidal dim"})
    EXPECT_EQ(named_frequencies(name, ladder(2, "10000", 1, 2)), "frequencies as listed") << name;
}

}  // namespace
}  // namespace sextant::check
