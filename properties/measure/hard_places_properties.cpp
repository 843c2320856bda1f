#include <cmath>

#include <gtest/gtest.h>

#include "hard_places.hpp"
#include "sextant/measure/entry/error.hpp"
#include "sextant/number/round.hpp"
#include "sextant/number/ulp.hpp"

namespace sextant {
namespace {

/// Where the truth lies beside a number of the format by a millionth of an ulp, or less: that
/// number is faithful, and so is the next one on the truth's side; the one on the other side is
/// not.
TEST(HardPlaces, OnlyTheNumbersOnBothSidesAreFaithful) {
  for (const HardPlaces& file : recorded_hard_places()) {
    const exact::Oracle oracle(chart(file.encoding));
    for (const HardPlace& place : file.places) {
      if (place.kind == "midpoint") continue;
      const Channel& channel = oracle.chart().channels[place.channel];
      const exact::Ball ball = oracle.ball(place.position, channel);
      const measure::ErrorMeter meter(oracle, place.format);
      const bool above = !place.ulps.starts_with("-");
      // Next to the number on either side.
      const auto neighbour = [&](int side) {
        const bool away = (side > 0) == (place.boundary > 0);
        const Rational beyond =
            place.boundary * (away ? 1 + power_of_two(-60) : 1 - power_of_two(-60));
        return to_double(
            round(place.format, beyond, away ? Rounding::away_from_zero : Rounding::toward_zero));
      };
      const auto faithful = [&](double got) {
        return meter.entry(place.position, channel, ball, got).faithful;
      };
      EXPECT_TRUE(faithful(to_double(round(place.format, place.boundary)))) << where(file, place);
      EXPECT_EQ(faithful(neighbour(1)), above) << where(file, place);
      EXPECT_EQ(faithful(neighbour(-1)), !above) << where(file, place);
    }
  }
}

/// Beside a midpoint both neighbours are faithful, and the one on the truth's side alone is right.
TEST(HardPlaces, BesideAMidpointOneNumberIsRight) {
  for (const HardPlaces& file : recorded_hard_places()) {
    const exact::Oracle oracle(chart(file.encoding));
    for (const HardPlace& place : file.places) {
      if (place.kind != "midpoint") continue;
      const Channel& channel = oracle.chart().channels[place.channel];
      const exact::Ball ball = oracle.ball(place.position, channel);
      const measure::ErrorMeter meter(oracle, place.format);
      const bool away = place.ulps.starts_with("-") == (place.boundary < 0);
      for (const Rounding rounding : {Rounding::away_from_zero, Rounding::toward_zero}) {
        const double got = to_double(round(place.format, place.boundary, rounding));
        const auto error = meter.entry(place.position, channel, ball, got);
        EXPECT_TRUE(error.faithful) << where(file, place);
        EXPECT_EQ(error.correct == measure::Correct::yes,
                  away == (rounding == Rounding::away_from_zero))
            << where(file, place);
      }
    }
  }
}

}  // namespace
}  // namespace sextant
