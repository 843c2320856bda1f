#pragma once

#include <cstdint>

#include "sextant/encoding/encoding.hpp"
#include "sextant/number/format.hpp"
#include "sextant/proof/lattice/near.hpp"

namespace sextant::proof {

/// Limits of the work before a question is left open.
struct Effort {
  std::uint64_t rows = std::uint64_t{1} << 22;   ///< rows made, each compared with all others
  std::uint64_t bytes = std::uint64_t{1} << 30;  ///< memory of those rows
  std::uint64_t pairs = std::uint64_t{1}
                        << 32;  ///< further pairs of rows compared, offset by offset
};

/// If two rows at distance k round to the same numbers of a format, D(k) is at most the result.
/// `pairs` is the number of pairs, each of amplitude 1.                       distinct_rows.md, (3)
Rational alike_within(const Format& format, int pairs);

/// Whether the correctly rounded rows of positions 0 … last are pairwise distinct in float16,
/// bfloat16, float32 or float64.  If it fails, the theorem names the first collision: the one with
/// the smallest later position.  Open if `effort` does not suffice.  Throws Error for an amplitude
/// other than 1, and if a channel lacks its partner.
Theorem distinct_rows(const Encoding& encoding, const Format& format, const Range& range,
                      const Effort& effort = {});

}  // namespace sextant::proof
