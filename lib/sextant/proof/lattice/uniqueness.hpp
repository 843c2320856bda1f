#pragma once

#include "sextant/encoding/encoding.hpp"
#include "sextant/proof/lattice/near.hpp"

namespace sextant::proof {

/// The least distance of two rows whose positions differ by an offset of the range, and that
/// offset.  Holds if D > 0: then all rows are distinct.                     uniqueness.md, (1), (2)
Theorem uniqueness(const Encoding& encoding, const Range& range);

/// Whether the closest pair of rows is a neighbouring pair: D(k) > D(1) for 2 ≤ k ≤ last.  If it
/// fails, the theorem names the first offset that is nearer.                    uniqueness.md, (15)
Theorem neighbours(const Encoding& encoding, const Range& range);

/// The `count` offsets of least distance.                      uniqueness.md, (16)
Theorem near_collisions(const Encoding& encoding, const Range& range, std::size_t count);

}  // namespace sextant::proof
