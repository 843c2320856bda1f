#pragma once

#include <cstdint>
#include <vector>

#include "sextant/exact/oracle.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// The largest errors of a table, which is divided into parts of `rows` rows and `columns` columns.
struct ErrorMap {
  std::uint64_t rows = 0;   ///< rows of a part; the last part may have fewer
  std::size_t columns = 0;  ///< columns of a part; the last part may have fewer
  std::size_t across = 0;   ///< number of parts side by side
  bool every_row = false;   ///< whether every row was measured, instead of some rows of each part
  std::vector<double>
      most;  ///< upper bounds of |entry − truth| by part; infinite if an entry is not a number

  /// The number of parts one below the other.
  std::size_t down() const { return most.size() / across; }
  double at(std::size_t part_of_rows, std::size_t part_of_columns) const {
    return most[part_of_rows * across + part_of_columns];
  }
};

/// The error map of a source, with at most `down` parts one below the other and at most `across`
/// parts side by side.
ErrorMap error_map(const Source& source, const exact::Oracle& oracle, std::size_t down,
                   std::size_t across);

}  // namespace sextant::verify
