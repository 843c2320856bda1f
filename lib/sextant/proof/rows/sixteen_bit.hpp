#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sextant/number/format.hpp"
#include "sextant/proof/rows/repeats.hpp"
#include "sextant/proof/statement/theorem.hpp"

namespace sextant::proof {

/// s² + c² of a pair as it is stored, exactly, with where it is.
struct Length {
  Rational square = 0;
  std::uint64_t position = 0;
  int pair = 0;
  double sine = 0, cosine = 0;
};

/// All that is asked of one table of 16-bit numbers.
struct SixteenBitTable {
  Format format;
  int dim = 0;
  double largest = 0;        ///< |entry|
  Length shortest, longest;  ///< pairs, the first of each
  Repeats repeats;           ///< of rows
  std::uint64_t digest = 0;  ///< of the rows' digests                 distinct_rows.md, (8)
};

/// Which tables: sinusoidal ones of every even dim up to a largest, positions 0 … rows − 1.
struct SixteenBitRange {
  Rational base = 10000;
  int largest_dim = 64;
  std::uint64_t rows = std::uint64_t{1} << 20;
};

/// One of them, every entry looked at.  Throws Error for a format of other than 16 bits.
SixteenBitTable sixteen_bit_table(const Format& format, int dim, const SixteenBitRange& range);

/// No entry of the correctly rounded bfloat16 and float16 tables of the range exceeds 1; with the
/// lengths of pairs, the rows that are equal, and a digest of each table in the certificate.
Theorem sixteen_bit(const SixteenBitRange& range, const TheoremProgress& progress = {});

}  // namespace sextant::proof
