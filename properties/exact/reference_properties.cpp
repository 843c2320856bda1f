#include "draw/gen.hpp"
#include "draw/patterns.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "exact/second_opinion.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/number/round.hpp"
#include "sextant/number/text.hpp"

namespace sextant::exact {
namespace {

constexpr Channel kSine{Function::sine, 0};
constexpr Channel kCosine{Function::cosine, 0};
constexpr Channel kFrequency{Function::frequency, 0};

Waves waves_of(const Frequency& frequency) {
  Waves waves;
  waves.frequencies = {frequency};
  return waves;
}

PROPERTY(RationalValue, LiesInTheSecondOpinion) {
  auto place = *draw::places().as("place");
  RC_PRE(place.channel.function != Function::zero);
  auto& f = place.waves.frequencies[0];
  f.pi_power = *draw::element(0, 1).as("power of pi");
  f.base = *draw::element(Rational(65536), Rational(1), Rational(1, 9)).as("base");
  f.exponent = *draw::element(Rational(-1, 2), Rational(0), Rational(-1, 4)).as("exponent");
  const Rational p = Rational(*draw::in_range(-48, 49)) / 12;
  place.channel.function =
      *draw::element(Function::sine, Function::cosine, Function::frequency).as("function");
  const auto found = rational_value(place.waves, p, place.channel);
  RC_PRE(found.has_value());
  const Span second = second_opinion::span(place.waves, p, place.channel);
  RC_ASSERT(second.overlaps({*found, *found}));
}

/// At position 0 without origin, and where the amplitude is 0.
PROPERTY(RationalValue, KnowsTheAngleZero) {
  auto place = *draw::places().as("place");
  RC_PRE(place.channel.function == Function::sine || place.channel.function == Function::cosine);
  const Rational zero = -place.waves.origin;
  const bool cosine = place.channel.function == Function::cosine;
  const bool known = place.waves.amplitude.rational() != nullptr;
  RC_PRE(known || !cosine);
  const auto found = rational_value(place.waves, zero, place.channel);
  RC_ASSERT(found.has_value());
  RC_ASSERT(Expression(*found) == (cosine ? place.waves.amplitude : Expression(0)));
  for (const Format& format : draw::hardware_formats()) {
    const NearestNumber rounded = nearest(format, place.waves, zero, place.channel);
    RC_ASSERT(rounded.decided);
    RC_ASSERT(rounded.number == round(format, *found));
  }
}

TEST(RationalValue, KnowsTheFrequenciesThatArePowers) {
  const auto value = [](const Rational& base, const Rational& exponent) {
    return rational_value(waves_of({.base = base, .exponent = exponent}), 0, kFrequency);
  };
  EXPECT_EQ(value(65536, Rational(-1, 2)), Rational(1, 256));
  EXPECT_EQ(value(65536, Rational(-3, 16)), Rational(1, 8));
  EXPECT_EQ(value(10000, Rational(-1, 4)), Rational(1, 10));
  EXPECT_EQ(value(Rational(8, 27), Rational(2, 3)), Rational(4, 9));
  EXPECT_EQ(value(Rational(1, 4), Rational(-3, 2)), Rational(8));
  EXPECT_EQ(value(1, Rational(-5, 7)), Rational(1));
  EXPECT_EQ(value(7, 0), Rational(1));
  EXPECT_FALSE(value(10000, Rational(-1, 3)).has_value());
  EXPECT_FALSE(value(Rational(4, 3), Rational(1, 2)).has_value());
  EXPECT_FALSE(value(Rational(3, 4), Rational(1, 2)).has_value());
}

/// Base 2^k with dyadic exponents: the frequency is a power of two, and the table of frequencies is
/// exact in every format.
TEST(RationalValue, RoundsDyadicFrequenciesExactly) {
  const Oracle oracle(chart(read_encoding("sinusoidal dim=32 base=65536")));
  for (int pair = 0; pair < 16; ++pair) {
    const Rational want = power_of_two(-pair);
    const Channel channel{Function::frequency, pair};
    EXPECT_EQ(rational_value(oracle.waves(), 0, channel), want);
    const auto rounded = oracle.nearest(kFloat32, 0, channel);
    EXPECT_TRUE(rounded.decided);
    EXPECT_EQ(to_rational(from_double(rounded.value)), want);
  }
}

/// sin(kπ/6) and cos(kπ/6), k = 0 … 24, if rational; nullopt for √3/2.
TEST(RationalValue, KnowsNivensCasesAndNoOthers) {
  const Waves waves = waves_of({.coefficient = Rational(1, 6), .pi_power = 1});
  const int halves[] = {0, 1, 9, 2, 9, 1, 0, -1, 9, -2, 9, -1};  // twice the sine; 9: irrational
  for (int k = -24; k <= 24; ++k) {
    const int sine = halves[(k + 24) % 12], cosine = halves[(k + 27) % 12];
    const auto expected = [](int h) {
      return h == 9 ? std::optional<Rational>() : std::optional(Rational(h, 2));
    };
    EXPECT_EQ(rational_value(waves, k, kSine), expected(sine)) << k;
    EXPECT_EQ(rational_value(waves, k, kCosine), expected(cosine)) << k;
    const Oracle oracle({waves, {kSine}});
    const auto rounded = oracle.nearest(kFloat64, k, kSine);
    EXPECT_TRUE(rounded.decided);
    if (sine != 9) {
      EXPECT_EQ(rounded.value, sine / 2.0) << k;
    }
  }
}

PROPERTY(NearestNumber, MultiplesOfPiAreDecided) {
  const Rational coefficient = *draw::rationals(40).as("coefficient");
  const Waves waves = waves_of({.coefficient = coefficient, .pi_power = 1});
  const Position p = *draw::positions(40).as("p");
  for (const Channel& channel : {kSine, kCosine}) {
    const auto exactly = rational_value(waves, to_rational(p), channel);
    const NearestNumber found = nearest(kFloat64, waves, to_rational(p), channel);
    RC_ASSERT(found.decided);
    const Span second = second_opinion::span(waves, to_rational(p), channel);
    if (exactly) {
      RC_ASSERT(second.overlaps({*exactly, *exactly}));
    } else {
      RC_ASSERT(found.number == round(kFloat64, second.lower));
      RC_ASSERT(found.number == round(kFloat64, second.upper));
    }
  }
}

/// π in a denominator: nothing says that sin(1/π) is irrational, so that the loop has a cap; but
/// the value is no tie as far as anyone has looked, and is decided in practice.
TEST(NearestNumber, APowerOfPiThatNoTheoremCoversIsDecidedInPractice) {
  for (const int power : {-1, 2, -2}) {
    const Waves waves = waves_of({.pi_power = power});
    for (const Position p : {1, 7, 1 << 20}) {
      const NearestNumber found = nearest(kBinary128, waves, to_rational(p), kSine);
      EXPECT_TRUE(found.decided);
      const Span second = second_opinion::span(waves, to_rational(p), kSine);
      EXPECT_EQ(found.number, round(kBinary128, second.lower));
    }
  }
}

/// More bits than the cap has: undecided, said so, and soon.
TEST(NearestNumber, WhatTheCapDoesNotReachIsUndecided) {
  const Waves waves = waves_of({.pi_power = -1});
  EXPECT_FALSE(nearest(Format::bits(5000), waves, 1, kSine).decided);
  EXPECT_TRUE(nearest(Format::bits(4000), waves, 1, kSine).decided);
}

/// In a case that theory covers the loop goes on beyond that cap.
TEST(NearestNumber, WhatTheoryCoversIsDecidedBeyondTheCap) {
  const auto place = draw::place_of(read_encoding("sinusoidal dim=8"), 3, 2);
  EXPECT_TRUE(nearest(Format::bits(5000), place.waves, 3, place.channel).decided);
}

TEST(Decimal, ARationalValueIsRoundedToEven) {
  const Waves waves = waves_of({.coefficient = Rational(1, 6), .pi_power = 1});
  EXPECT_EQ(decimal(waves, 1, kSine, 5), "0.50000");
  Waves scaled = waves;
  scaled.amplitude = Rational(5, 2);
  EXPECT_EQ(decimal(scaled, 1, kSine, 2), "1.2");  // 1.25: to even
  EXPECT_EQ(decimal(scaled, 0, kSine, 9), "0");
}

}  // namespace
}  // namespace sextant::exact
