#include <gtest/gtest.h>

#include "exact/second_opinion.hpp"
#include "hard_places.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/number/round.hpp"

namespace sextant::exact {
namespace {

/// Where correct rounding hangs by a thread, Arb puts the truth on the same side of the boundary:
/// every word of the oracle there is one that an unrelated program says too.
TEST(HardPlaces, AreRoundedAsArbSaysFull) {
  std::size_t tried = 0;
  for (const HardPlaces& file : recorded_hard_places()) {
    const Oracle oracle(chart(file.encoding));
    for (const HardPlace& place : file.places) {
      const Channel& channel = oracle.chart().channels[place.channel];
      const Span arb =
          second_opinion::value(oracle.waves(), to_rational(place.position), channel, 400).span();
      ASSERT_TRUE(span(oracle.ball(place.position, channel)).overlaps(arb)) << where(file, place);
      const Number nearest = round(place.format, arb.lower);
      ASSERT_EQ(nearest, round(place.format, arb.upper)) << where(file, place);
      EXPECT_EQ(to_double(nearest), oracle.nearest(place.format, place.position, channel).value)
          << where(file, place);
      EXPECT_EQ(arb.lower > place.boundary, !place.ulps.starts_with("-")) << where(file, place);
      ++tried;
    }
  }
  EXPECT_GT(tried, 1000U);
}

}  // namespace
}  // namespace sextant::exact
