#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sextant/number/format.hpp"
#include "sextant/proof/rows/repeats.hpp"
#include "sextant/proof/statement/theorem.hpp"

namespace sextant::proof {

/// The exact s² + c² of a stored pair, and its place.
struct Length {
  Rational square = 0;
  std::uint64_t position = 0;
  int pair = 0;
  double sine = 0, cosine = 0;
};

/// The results for one table of 16-bit numbers.
struct SixteenBitTable {
  Format format;
  int dim = 0;
  double largest = 0;        ///< |entry|
  Length shortest, longest;  ///< the first pair with each
  Repeats repeats;           ///< of rows
  std::uint64_t digest = 0;  ///< of the digests of all rows distinct_rows.md, (8)
};

/// The tables: sinusoidal, every even dim up to the largest, positions 0 … rows − 1.
struct SixteenBitRange {
  Rational base = 10000;
  int largest_dim = 64;
  std::uint64_t rows = std::uint64_t{1} << 20;
};

/// Checks every entry of one table.  Throws Error if the format does not have 16 bits.
SixteenBitTable sixteen_bit_table(const Format& format, int dim, const SixteenBitRange& range);

/// States that no entry of the correctly rounded bfloat16 and float16 tables of the range exceeds
/// 1.  The certificate also has the lengths of pairs, the equal rows, and a digest of each table.
Theorem sixteen_bit(const SixteenBitRange& range, const TheoremProgress& progress = {});

}  // namespace sextant::proof
