#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "exact/second_opinion.hpp"
#include "sextant/exact/angle/sine_cosine.hpp"
#include "sextant/number/text.hpp"

namespace sextant::exact {
namespace {

const Integer kWhole = Integer(1) << 192;

Turn turn_of(const Integer& units, std::uint64_t radius) {
  const Integer value = ((units % kWhole) + kWhole) % kWhole;
  const Integer word(~std::uint64_t{0});
  return {static_cast<std::uint64_t>(Integer(value >> 128)),
          static_cast<std::uint64_t>(Integer((value >> 64) & word)),
          static_cast<std::uint64_t>(Integer(value & word)), radius};
}

Integer units_of(const Turn& turn) {
  return (Integer(turn.high) << 128) + (Integer(turn.middle) << 64) + Integer(turn.low);
}

/// A turn as far from the nearest point of the table as the draw says.
struct Draw {
  Turn turn;
};
std::ostream& operator<<(std::ostream& out, const Draw& d) {
  return out << units_of(d.turn) << " / 2^192 ± " << d.turn.radius;
}

/// Every number of leading zeros of the remainder is as likely as another, the remainder of exactly
/// half a step included; radii of every size, none being one.
draw::Gen<Draw> turns() {
  return draw::apply(
      [](int index, int bits, std::uint64_t a, std::uint64_t b, std::uint64_t c, bool negative,
         std::uint64_t radius) {
        Integer rest = (Integer(a) << 128) + (Integer(b) << 64) + Integer(c);
        const Integer top = bits == 0 ? Integer(0) : Integer(1) << static_cast<unsigned>(bits - 1);
        rest = bits == 0 ? Integer(0) : Integer(top + rest % top);
        if (bits == 182) rest = top;
        const Integer point = Integer(index) << 182;
        return Draw{turn_of(negative ? Integer(point - rest) : Integer(point + rest), radius)};
      },
      draw::full(draw::in_range(0, 1024)), draw::full(draw::in_range(0, 183)),
      draw::full(draw::arbitrary<std::uint64_t>()), draw::full(draw::arbitrary<std::uint64_t>()),
      draw::full(draw::arbitrary<std::uint64_t>()), draw::arbitrary<bool>(), draw::log_uniform(64));
}

/// sin and cos of a fraction of a turn, by Arb.
std::pair<Span, Span> second(const Integer& units) {
  second_opinion::Real sine, cosine;
  second_opinion::Real x = second_opinion::real(Rational(units, kWhole / 2), 400);
  arb_sin_cos_pi(sine.get(), cosine.get(), x.get(), 400);
  return {sine.span(), cosine.span()};
}

PROPERTY(Turn, ItsBallsHoldEveryAngleWithinItsRadius) {
  const Turn turn = (*turns().as("turn")).turn;
  const SineCosine balls = sine_cosine(turn);
  for (const int side : {-1, 0, 1}) {
    const auto [sine, cosine] = second(units_of(turn) + side * Integer(turn.radius));
    RC_ASSERT(span(balls.sine).overlaps(sine));
    RC_ASSERT(span(balls.cosine).overlaps(cosine));
  }
}

PROPERTY(Turn, ItsBallsAreNeverWiderThanDerived) {
  const SineCosine balls = sine_cosine((*turns().as("turn")).turn);
  RC_ASSERT(radius(balls.sine) <= power_of_two(-77));
  RC_ASSERT(radius(balls.cosine) <= power_of_two(-77));
}

/// With 0 < |sin t| in the first step of the table: 2⁻⁷⁶ of the value, and the phase's radius.
PROPERTY(Turn, NearAZeroTheBallIsRelative) {
  const Turn drawn = (*turns().as("turn")).turn;
  const Integer rest = units_of(drawn) % (Integer(1) << 182);
  RC_PRE(rest != 0 && rest < (Integer(1) << 181));
  const Integer zero = *draw::element(Integer(0), kWhole / 2).as("zero of the sine");
  const Turn turn = turn_of(zero + rest, drawn.radius);
  const Ball sine = sine_cosine(turn).sine;
  const Rational phase = 8 * Rational(Integer(turn.radius)) / Rational(kWhole);
  RC_PRE(Rational(rest) > Rational(Integer(turn.radius)) * power_of_two(30));
  RC_ASSERT(radius(sine) <= abs(middle(sine)) * power_of_two(-76) + phase);
}

TEST(Turn, QuartersAreExact) {
  const Ball one{Ordinal{1} << 126, 0, -126};
  for (int k = 0; k < 4; ++k) {
    const SineCosine balls = sine_cosine({std::uint64_t(k) << 62, 0, 0, 0});
    const Ball& zero = k % 2 == 0 ? balls.sine : balls.cosine;
    const Ball& unit = k % 2 == 0 ? balls.cosine : balls.sine;
    EXPECT_TRUE(zero.mid == 0 && zero.radius == 0) << k;
    EXPECT_TRUE(unit.mid == (k < 2 ? one.mid : -one.mid) && unit.radius == 0) << k;
  }
}

TEST(Turn, AQuarterThatIsNotCertainIsNotExact) {
  for (int k = 0; k < 4; ++k) {
    const SineCosine balls = sine_cosine({std::uint64_t(k) << 62, 0, 0, 1});
    EXPECT_TRUE(balls.sine.radius > 0 && balls.cosine.radius > 0) << k;
  }
}

PROPERTY(Turn, AddsNegatesAndMultipliesModuloOne) {
  const Turn a = (*turns().as("a")).turn;
  const Turn b = (*turns().as("b")).turn;
  const Position p = *draw::positions().as("p");
  const auto modulo = [](const Integer& x) { return Integer(((x % kWhole) + kWhole) % kWhole); };
  RC_ASSERT(units_of(a + b) == modulo(units_of(a) + units_of(b)));
  RC_ASSERT(units_of(-a) == modulo(-units_of(a)));
  RC_ASSERT(units_of(p * a) == modulo(numerator(to_rational(p)) * units_of(a)));
  RC_ASSERT((-a).radius == a.radius);
  RC_ASSERT((p * Turn{1, 2, 3, 1}).radius == magnitude(p));
  RC_ASSERT((Turn{0, 0, 0, 5} + Turn{0, 0, 0, 7}).radius == 12U);
}

/// The largest |error| / radius over fixed draws, recorded from both sides.  It lies near the
/// sine's top, where the remainder is little less than half a step: there the cuts of z = t² and
/// of v cost most.                                                              turn.md, (9)
TEST(Turn, ItsRadiusIsUsedToMoreThanAThird) {
  Rational worst = 0;
  Integer witness;
  std::uint64_t state = 20170612;
  for (int draw = 0; draw < 10000; ++draw) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    const Integer point = Integer(255 + draw % 3) << 182;
    const Turn turn = turn_of(point + (Integer(1) << 181) - (Integer(state) << 112), 0);
    const Ball ball = sine_cosine(turn).sine;
    const Rational error = abs(second(units_of(turn)).first.lower - middle(ball));
    if (error <= worst * radius(ball)) continue;
    worst = error / radius(ball);
    witness = units_of(turn);
  }
  EXPECT_EQ(sextant::decimal(worst, 3), "0.347") << "at " << witness << " / 2^192 turn";
}

}  // namespace
}  // namespace sextant::exact
