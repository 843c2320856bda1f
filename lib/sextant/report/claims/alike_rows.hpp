#pragma once

#include <optional>

#include "sextant/encoding/position/position.hpp"
#include "sextant/number/format.hpp"

namespace sextant {

/// How far offsets are searched where a claim is about all positions.
inline constexpr int kAlikeBits = 24;

/// Two positions whose correctly rounded rows are the same.
struct Alike {
  Position earlier = 0, later = 0;
};

/// The least later position below 2^bits whose row, of the sinusoidal encoding of this width and
/// correctly rounded, an earlier one has too, from position 0 on; nothing where no two rows are
/// alike.  Exhaustive: offsets that could do it are few.          claims.md, (1) to (3)
std::optional<Alike> first_alike(int dim, const Format& format, int bits = kAlikeBits);

/// Whether rows 1 apart are nearer to each other than those of any other offset below 2^bits.
///                                                                          claims.md, (4)
bool neighbours_are_nearest(int dim, int bits = kAlikeBits);

}  // namespace sextant
