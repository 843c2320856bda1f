#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sextant/verify/observation/disagreement.hpp"

namespace sextant::verify {

/// What `instead` and `where` need to estimate waves from rows.
struct WaveReader {
  const Source& source;
  const Claim& claim;
  const exact::Oracle& oracle;
};

/// What the entries of an area hold instead of the expected numbers.
struct Instead {
  enum class Kind : unsigned char {
    not_finite,  ///< infinities and NaN
    number,      ///< `number`, in every entry
    row,         ///< in every row, the entries of row `row`
    period,      ///< in row r, the entries of row r mod `row`
    factor,      ///< `number` times the expected entries
    offset,      ///< the expected entries of position p + `offset`
    columns      ///< the expected entries of other columns, `columns`
  };
  /// Another column, whose expected entries may have the other sign.
  struct Column {
    std::size_t column = 0;
    bool negated = false;
    bool operator==(const Column&) const = default;
  };

  Kind kind = Kind::number;
  double number = 0;
  std::uint64_t row = 0;  ///< in units of `lines` rows
  Position offset = 0;
  std::vector<std::optional<Column>> columns = {};  ///< by column of the table; nullopt: none found
  std::uint64_t right = 0;                          ///< number of the area's entries that hold this
};

/// Returns what at least five sixths of an area's entries hold; nullopt if nothing is found, or if
/// the area has fewer than 4 entries.  Every entry is counted, not a sample.  `waves` is nullptr if
/// the table has none; then offsets are not searched.  `lines` consecutive rows count as one.
std::optional<Instead> instead(const ComparedRows& rows, const Area& area, const WaveReader* waves,
                               std::uint64_t lines);

}  // namespace sextant::verify
