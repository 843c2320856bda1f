#pragma once

#include <cstdint>
#include <ostream>
#include <vector>

#include "draw/encodings.hpp"
#include "draw/gen.hpp"
#include "draw/numbers.hpp"
#include "sextant/encoding/bias/chart.hpp"
#include "sextant/encoding/position/position.hpp"

namespace sextant::draw {

/// A position that can be shown.
struct At {
  Position position = 0;
  operator Position() const { return position; }
};
std::ostream& operator<<(std::ostream& out, At at);

/// Where mistakes live: zero, the neighbours of every power of two, and with them the first integer
/// that each format lacks (257, 2049, 2²⁴ + 1, 2⁵³ + 1); both ends, ±2⁶³; by size.
std::vector<Position> edge_positions();

/// Log-uniform positions below 2^bits in magnitude, and one time in four an edge.  Shrinks towards
/// 0.
Gen<At> positions(int bits = 63);
/// Those of 2^(bits − 1) and more.
Gen<At> positions_of_width(int bits);

/// One value of one encoding.  `waves` holds its pair alone, so that an oracle costs one frequency.
struct Place {
  Encoding encoding;
  Position position = 0;
  int column = 0;
  Waves waves;
  Channel channel;

  Chart chart() const { return {waves, {channel}}; }
};
std::ostream& operator<<(std::ostream& out, const Place& place);

Place place_of(const Encoding& encoding, Position position, int column);

Gen<Place> places(Gen<Encoding> gen = encodings());

}  // namespace sextant::draw
