#include "c/place.hpp"

#include "c/guard.hpp"
#include "sextant/encoding/position/position.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/exact/evaluate.hpp"

namespace sextant::c {
namespace {

Rational read_position(const std::string& text, bool whole) {
  const Rational position = parse_rational(text);
  if (abs(position) > to_rational(kLargestPosition))
    throw Error("position " + text + " is beyond ±2^63 = ±9223372036854775808");
  if (whole && !is_integer(position)) throw Error("position " + text + " is not an integer");
  return position;
}

}  // namespace

Place place_of(const sextant_encoding* encoding, sextant_part part, const char* position,
               std::size_t channel) {
  const NamedEncoding& named = expect_handle(encoding, "encoding").named;
  const Part meant = part_of(part);
  Place place;
  place.chart = exact::settled(chart(expect_width(named), meant));
  if (channel >= place.chart.width())
    throw Error("channel " + std::to_string(channel) + " is not one of 0 ... " +
                std::to_string(place.chart.width() - 1));
  place.channel = place.chart.channels[channel];
  if (position == nullptr && one_row(meant)) return place;
  place.position =
      read_position(&expect(position, "position"), place.chart.waves.formula.has_value());
  return place;
}

}  // namespace sextant::c
