#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "exact/second_opinion.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/exact/oracle.hpp"

namespace sextant::exact {
namespace {

/// Several positions, so that an oracle is built once for them.
draw::Gen<std::vector<draw::At>> some_positions() {
  return draw::container<std::vector<draw::At>>(8, draw::positions());
}

PROPERTY(Oracle, ItsBallOverlapsTheSecondOpinion) {
  const auto place = *draw::places().as("place");
  const Oracle oracle(place.chart());
  for (const Position p : *some_positions().as("positions")) {
    const Ball ball = oracle.ball(p, place.channel);
    RC_ASSERT(
        span(ball).overlaps(second_opinion::span(place.waves, to_rational(p), place.channel)));
  }
}

PROPERTY(Oracle, ItsFrequenciesOverlapTheSecondOpinion) {
  const auto place = *draw::places().as("place");
  RC_PRE(place.channel.function != Function::zero);
  const Channel frequency{Function::frequency, 0};
  const Span ball = span(Oracle(place.chart()).ball(0, frequency));
  const Span second = second_opinion::span(place.waves, 0, frequency);
  RC_ASSERT(ball.overlaps(second));
  // to_ball: 4 units of a midpoint of at least 125 bits, to either side.
  RC_ASSERT(ball.width() <= 16 * power_of_two(-125) * abs(ball.lower));
}

PROPERTY(Reference, EveryEnclosureOverlapsTheSecondOpinion) {
  const auto place = *draw::places().as("place");
  const int level = *draw::in_range(0, 4).as("rung");
  const Rational p = to_rational(place.position);
  const Span second = second_opinion::span(place.waves, p, place.channel, 5000);
  RC_ASSERT(span(enclosure(place.waves, p, place.channel, level)).overlaps(second));
}

/// The radius of sine and cosine is 2⁻⁷⁷ at most, turn.md (9); an amplitude A multiplies it and
/// adds 4 units of 2⁻¹²⁶·2|A|, turn.md (11).
PROPERTY(Oracle, ItsRadiusIsAsSmallAsDerived) {
  const auto place = *draw::places().as("place");
  const Oracle oracle(place.chart());
  const Rational amplitude =
      abs(to_rational(exact::nearest(Format::bits(200), place.waves.amplitude))) *
      (1 + power_of_two(-199));
  const Rational derived = amplitude * (power_of_two(-77) + power_of_two(-122));
  for (const Position p : *some_positions().as("positions")) {
    RC_ASSERT(radius(oracle.ball(p, place.channel)) <= derived);
  }
}

/// Where a value is tiny the ball is, too: |sin a| = ε has a radius of 2⁻⁷⁶ε and the phase's error.
PROPERTY(Oracle, ItsRadiusShrinksWithTheValueNearZeros) {
  auto place = *draw::places().as("place");
  RC_PRE(place.channel.function != Function::zero);
  place.waves.amplitude = 1;
  place.waves.origin = 0;
  place.waves.scale = *draw::element(power_of_two(-60), power_of_two(-90)).as("scale");
  const Ball ball = Oracle(place.chart()).pair(place.position, 0).sine;
  const Rational phase = power_of_two(-188) * Rational(Integer(magnitude(place.position)));
  RC_PRE(abs(middle(ball)) < Rational(3, 1000) && middle(ball) != 0);
  RC_ASSERT(radius(ball) <= abs(middle(ball)) * power_of_two(-76) + phase);
}

PROPERTY(Oracle, TheSineIsOddAndTheCosineEvenBitForBit) {
  auto place = *draw::places().as("place");
  RC_PRE(place.channel.function != Function::zero);
  place.waves.origin = 0;
  const Oracle oracle(place.chart());
  for (const Position p : *some_positions().as("positions")) {
    const SineCosine there = oracle.pair(p, 0);
    const SineCosine back = oracle.pair(-p, 0);
    RC_ASSERT(there.sine.mid == -back.sine.mid);
    RC_ASSERT(there.sine.radius == back.sine.radius);
    RC_ASSERT(there.sine.exponent == back.sine.exponent);
    RC_ASSERT(there.cosine.mid == back.cosine.mid);
    RC_ASSERT(there.cosine.radius == back.cosine.radius);
  }
}

/// sin(a + b) = sin a cos b + cos a sin b and cos(a + b) = cos a cos b − sin a sin b, as balls.
PROPERTY(Oracle, ItsBallsAddAnglesAsTheorySays) {
  auto place = *draw::places().as("place");
  RC_PRE(place.channel.function != Function::zero);
  place.waves.origin = 0;
  place.waves.amplitude = 1;
  const Position p = *draw::positions(62).as("p");
  const Position q = *draw::positions(62).as("q");
  const Oracle oracle(place.chart());
  const SineCosine a = oracle.pair(p, 0), b = oracle.pair(q, 0), sum = oracle.pair(p + q, 0);
  const Span sine = span(a.sine) * span(b.cosine) + span(a.cosine) * span(b.sine);
  const Span cosine = span(a.cosine) * span(b.cosine) - span(a.sine) * span(b.sine);
  RC_ASSERT(span(sum.sine).overlaps(sine));
  RC_ASSERT(span(sum.cosine).overlaps(cosine));
}

PROPERTY(Oracle, SineAndCosineLieOnTheUnitCircle) {
  auto place = *draw::places().as("place");
  RC_PRE(place.channel.function != Function::zero);
  place.waves.amplitude = 1;
  const SineCosine x = Oracle(place.chart()).pair(place.position, 0);
  const Span norm = span(x.sine) * span(x.sine) + span(x.cosine) * span(x.cosine);
  RC_ASSERT(norm.overlaps(Span{1, 1}));
}

TEST(Oracle, TheWholeRowAndASingleChannelAgree) {
  const Chart whole = chart(read_encoding("sinusoidal dim=64 origin=1/2 amplitude=3 scale=2"));
  const Oracle oracle(whole);
  for (int column = 0; column < 64; ++column) {
    const auto place = draw::place_of(
        read_encoding("sinusoidal dim=64 origin=1/2 amplitude=3 scale=2"), 12345, column);
    const Ball alone = Oracle(place.chart()).ball(12345, place.channel);
    const Ball ball = oracle.ball(12345, whole.channels[static_cast<std::size_t>(column)]);
    EXPECT_TRUE(ball.mid == alone.mid && ball.radius == alone.radius) << column;
  }
}

TEST(Oracle, AnExactZeroStaysExactUnderAnyAmplitude) {
  const auto place = draw::place_of(read_encoding("sinusoidal dim=8 amplitude=7/3"), 0, 0);
  const Ball ball = Oracle(place.chart()).ball(0, place.channel);
  EXPECT_TRUE(ball.mid == 0 && ball.radius == 0);
}

}  // namespace
}  // namespace sextant::exact
