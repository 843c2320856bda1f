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

/// A position that counterexamples can print.
struct At {
  Position position = 0;
  operator Position() const { return position; }
};
std::ostream& operator<<(std::ostream& out, At at);

/// Positions where faults are likely: 0, the neighbours of every power of two, and ±2⁶³, in order
/// of magnitude.  They include the first integer that each format lacks (257, 2049, 2²⁴ + 1, 2⁵³ +
/// 1).
std::vector<Position> edge_positions();

/// Log-uniform positions below 2^bits in magnitude; one in four is an edge of at most 2^bits.
/// Shrinks towards 0.
Gen<At> positions(int bits = 63);
/// Positions of magnitude 2^(bits − 1) to 2^bits − 1.
Gen<At> positions_of_width(int bits);

/// One value of one encoding.  `waves` has only its pair, so that an oracle computes one frequency.
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
