#pragma once

#include <bit>

#include "sextant/encoding/position/position.hpp"

namespace sextant::sweep {

/// The octave of the least fraction of a position, 1/parts with parts < 2^63, and of position 2^63.
inline constexpr int kFirstOctave = -62, kLastOctave = 64;

/// The octave of a position in units of 1/parts: k with 2^(k−1) ≤ |position| < 2^k; 0 for position
/// 0.  The quotient has as many bits as the dividend has more than the divisor, or one bit more.
constexpr int octave(Position position, std::uint64_t parts) {
  const std::uint64_t size = magnitude(position);
  if (size == 0) return 0;
  const int more = static_cast<int>(std::bit_width(size)) - static_cast<int>(std::bit_width(parts));
  const bool as_long = more < 0 ? size << -more >= parts : size >= parts << more;
  return more + (as_long ? 1 : 0);
}

/// The first row after `first`, at most `last`, whose position is in another octave or has another
/// sign.  Positions in between have a constant step, also for float32, whose binades are octaves.
std::uint64_t end_of_octave(const Positions& positions, std::uint64_t first, std::uint64_t last);

}  // namespace sextant::sweep
