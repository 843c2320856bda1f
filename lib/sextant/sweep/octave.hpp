#pragma once

#include <bit>

#include "sextant/encoding/position/position.hpp"

namespace sextant::sweep {

/// Of one part of a position, of which there are less than 2^63, and of position 2^63.
inline constexpr int kFirstOctave = -62, kLastOctave = 64;

/// The octave of a position that counts parts of 1/parts: k of 2^(k−1) ≤ |position| < 2^k; 0 of 0.
/// The bits of a quotient are as many as of the dividend more than of the divisor, or one more.
constexpr int octave(Position position, std::uint64_t parts) {
  const std::uint64_t size = magnitude(position);
  if (size == 0) return 0;
  const int more = static_cast<int>(std::bit_width(size)) - static_cast<int>(std::bit_width(parts));
  const bool as_long = more < 0 ? size << -more >= parts : size >= parts << more;
  return more + (as_long ? 1 : 0);
}

/// The first row after `first`, and `last` at most, whose position is of another octave or on the
/// other side of position 0.  Positions in between are one step apart: those of float32 too, since
/// their binades are octaves.
std::uint64_t end_of_octave(const Positions& positions, std::uint64_t first, std::uint64_t last);

}  // namespace sextant::sweep
