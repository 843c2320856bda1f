#include <xmmintrin.h>

#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "exact/angle/span.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/exact/oracle.hpp"

namespace sextant::exact {
namespace {

/// Powers of one root are the frequencies that logarithm and exponential give: turns within the two
/// units that both may be off by, and enclosures that meet.
PROPERTY(Frequencies, PowersOfARootAreTheFrequencies) {
  const Waves waves = settled(chart(*draw::encodings().as("encoding"))).waves;
  RC_PRE(waves.pairs() > 0);
  const Rational steps = *draw::rationals(40).as("steps");
  const std::vector<Turn> turns = Frequencies(waves).turns(steps);
  const std::vector<Ball> balls = Frequencies(waves).balls();
  for (int i = 0; i < 4; ++i) {
    const auto pair = *draw::full(draw::in_range<std::size_t>(0, turns.size())).as("pair");
    Waves alone = waves;
    alone.frequencies = {waves.frequencies[pair]};
    const Turn apart = turns[pair] + -Frequencies(alone).turns(steps)[0];
    const Rational off = exactly(apart);
    RC_ASSERT(std::min(off, Rational(1 - off)) <= 2 * power_of_two(-192));
    RC_ASSERT(
        span(balls[pair])
            .overlaps(span(enclosure(waves, 0, {Function::frequency, static_cast<int>(pair)}, 1))));
  }
}

/// One narrow value by doubles is what its ball says, to the bit, in every rounding mode.
PROPERTY(Quick, ValuesAreThoseOfTheirBalls) {
  const draw::Place place = *draw::places().as("place");
  const Oracle oracle(Chart{place.waves, {place.channel}});
  const Format format =
      *draw::element_of(std::vector<Format>{kFloat16, kBfloat16, kFloat32, kFloat64}).as("format");
  const unsigned before = _mm_getcsr();
  const unsigned mode = *draw::element(0x0000U, 0x2000U, 0x4000U, 0x6000U, 0x8040U).as("mode");
  const auto want = oracle.nearest(format, place.position, place.channel,
                                   oracle.ball(place.position, place.channel));
  _mm_setcsr((before & ~0xe040U) | mode);
  const auto got = oracle.nearest(format, place.position, place.channel);
  _mm_setcsr(before);
  RC_ASSERT(std::bit_cast<std::uint64_t>(got.value) == std::bit_cast<std::uint64_t>(want.value));
}

}  // namespace
}  // namespace sextant::exact
