#pragma once

#include <cstdint>

#include "sextant/encoding/encoding.hpp"
#include "sextant/number/format.hpp"
#include "sextant/proof/lattice/near.hpp"

namespace sextant::proof {

/// How much is done before a question is left open.
struct Effort {
  std::uint64_t rows = std::uint64_t{1} << 22;   ///< made and compared, all with all
  std::uint64_t bytes = std::uint64_t{1} << 30;  ///< of those rows
  std::uint64_t pairs = std::uint64_t{1} << 32;  ///< of further rows compared, offset by offset
};

/// D(k) of two rows, k apart, that round to the same numbers of a format, is no larger: `pairs`
/// pairs of amplitude 1.                                                 distinct_rows.md, (3)
Rational alike_within(const Format& format, int pairs);

/// Whether the correctly rounded rows of positions 0 … last are pairwise distinct in float16,
/// bfloat16, float32 or float64; where it fails, with the first collision: that of the smallest
/// later position.  Open where `effort` does not tell.  Throws Error for an amplitude other than 1,
/// and where a channel lacks its partner.
Theorem distinct_rows(const Encoding& encoding, const Format& format, const Range& range,
                      const Effort& effort = {});

}  // namespace sextant::proof
