#pragma once

#include <optional>
#include <vector>

#include "sextant/measure/rows.hpp"
#include "sextant/verify/source.hpp"

namespace sextant::verify {

/// Some rows of a table in memory, for looking at columns.
struct Glance {
  std::vector<Position> positions;
  std::vector<double> values;  ///< row by row
  std::size_t columns = 0;
  double at(std::size_t row, std::size_t column) const { return values[row * columns + column]; }
};
Glance glance(const Source& source, std::uint64_t rows);

/// Radians per position of a pair, from consecutive rows: the mean turn of (s, c) if both columns
/// are there, else the least-squares 2·cos ω of x(r+1) + x(r−1) = 2·cos ω·x(r).  `error` is what
/// the table's rounding leaves open.  Nothing where rows are not consecutive or say nothing.
struct Estimate {
  double value = 0, error = 0;
};
std::optional<Estimate> frequency_of(const Glance& glance, const measure::PairChannels& pair,
                                     const Format& format);

/// The bases, likeliest first, that explain the estimated frequencies as
/// base^(−(multiplier·i)/divisor): the roundest decimals within the estimate's error, and the ones
/// in use.
std::vector<Rational> likely_bases(const Glance& glance, const Chart& chart, const Format& format);

/// The offset, in positions, that the phases of the slowest pairs ask for; nothing where there are
/// no pairs with both halves, or they do not agree on a whole number.
std::optional<Position> likely_offset(const Source& source, const exact::Oracle& oracle);

}  // namespace sextant::verify
