#pragma once

#include <optional>

#include "sextant/encoding/position/position.hpp"
#include "sextant/number/format.hpp"

namespace sextant {

/// The number of bits of the offsets that are searched for claims about all positions.
inline constexpr int kAlikeBits = 24;

/// Two positions whose correctly rounded rows are equal.
struct Alike {
  Position earlier = 0, later = 0;
};

/// The first position below 2^bits whose row equals an earlier one, from position 0 on, in the
/// correctly rounded sinusoidal encoding of this width; nullopt if all rows are distinct.  The
/// search is exhaustive: few offsets can occur.                               claims.md, (1) to (3)
std::optional<Alike> first_alike(int dim, const Format& format, int bits = kAlikeBits);

/// Whether rows at offset 1 are nearer to each other than rows at any other offset below 2^bits.
///                                                                                   claims.md, (4)
bool neighbours_are_nearest(int dim, int bits = kAlikeBits);

}  // namespace sextant
