#include <cmath>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "draw/all_patterns.hpp"
#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "sextant/number/number.hpp"

namespace sextant::draw {
namespace {

const std::vector<Format>& formats() {
  static const std::vector<Format> all = {kFloat16, kBfloat16, kFloat32, kFloat64, kBinary128};
  return all;
}

/// A pattern is the number that its fields say, of all kinds, and back; NaNs lose their payload.
PROPERTY(EveryPattern, IsItsNumberAndBack) {
  const auto p = *all_patterns(*draw::element_of(formats()));
  const Kind kind = kind_of(p);
  RC_TAG(std::string(kKinds[static_cast<std::size_t>(kind)]));
  const Number number = p.number();
  RC_ASSERT(number.finite() == (kind != Kind::infinite && kind != Kind::nan));
  RC_ASSERT(number.zero() == (kind == Kind::zero));
  RC_ASSERT((number.kind == Number::Kind::nan) == (kind == Kind::nan));
  if (kind != Kind::nan) RC_ASSERT(encode(p.format, number) == p.bits);
  RC_ASSERT(pattern(p.format, fields(p)).bits == p.bits);
}

/// What shrinking offers is simpler, so that it ends; and a NaN stays one.
PROPERTY(Shrinking, MakesPatternsSimpler) {
  const auto p = *all_patterns(*draw::element_of(formats()));
  for (const Pattern& other : simpler(p)) {
    RC_ASSERT(intricacy(other) < intricacy(p));
    RC_ASSERT((kind_of(other) == Kind::nan) == (kind_of(p) == Kind::nan));
    RC_ASSERT((kind_of(other) == Kind::infinite) == (kind_of(p) == Kind::infinite));
  }
}

/// Of "numbers are below 1000" a positive power of two, or a number as short; of "there are no
/// NaNs" the NaN of one bit.
TEST(Shrinking, FindsShortCounterexamples) {
  for (const Format& format : formats()) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const auto large = [](const Pattern& p) {
        return p.number().finite() && !p.number().negative && to_rational(p.number()) >= 1000;
      };
      const Pattern big = draw::least(all_patterns(format), large, seed);
      EXPECT_TRUE(large(big));
      EXPECT_EQ(intricacy(big)[0], 0) << "a power of two: " << big.format << seed;
      const auto is_nan = [](const Pattern& p) { return kind_of(p) == Kind::nan; };
      const Pattern nan = draw::least(all_patterns(format), is_nan, seed);
      EXPECT_EQ(intricacy(nan)[0], 1);
      EXPECT_FALSE(fields(nan).negative);
    }
  }
}

/// Of 4000 draws every kind has its share within four standard deviations: (p(1 − p)/n)^½ of it.
TEST(EveryPattern, IsOfEveryKindOftenEnough) {
  constexpr int kDraws = 4000;
  const std::map<Kind, double> least_share = {
      {Kind::zero, 1.0 / 16},    {Kind::subnormal, 1.9 / 16}, {Kind::boundary, 1.7 / 16},
      {Kind::largest, 1.0 / 16}, {Kind::infinite, 1.0 / 16},  {Kind::nan, 1.0 / 16},
      {Kind::normal, 6.0 / 16}};
  for (const Format& format : formats()) {
    std::map<Kind, int> seen;
    int negative = 0;
    for (int i = 0; i < kDraws; ++i) {
      const Pattern p = draw::of_seed(all_patterns(format), static_cast<std::uint64_t>(i));
      ++seen[kind_of(p)];
      negative += static_cast<int>(fields(p).negative);
    }
    const auto enough = [](int count, double share) {
      return count >= kDraws * share - 4 * std::sqrt(kDraws * share * (1 - share));
    };
    for (const auto& [kind, share] : least_share)
      EXPECT_TRUE(enough(seen[kind], share))
          << format << ", " << kKinds[static_cast<std::size_t>(kind)] << ": " << seen[kind];
    EXPECT_TRUE(enough(negative, 0.5) && enough(kDraws - negative, 0.5)) << format;
  }
}

}  // namespace
}  // namespace sextant::draw
