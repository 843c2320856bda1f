#pragma once

#include <cstdint>
#include <vector>

#include "sextant/exact/oracle.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// The largest errors of a table, part by part: so many rows, and so many columns.
struct ErrorMap {
  std::uint64_t rows = 0;    ///< of a part; the last one may have fewer
  std::size_t columns = 0;   ///< likewise
  std::size_t across = 0;    ///< parts side by side
  bool every_row = false;    ///< else some rows of each part were looked at
  std::vector<double> most;  ///< upper bounds of |entry − truth|, infinite where one is no number

  std::size_t down() const { return most.size() / across; }
  double at(std::size_t part_of_rows, std::size_t part_of_columns) const {
    return most[part_of_rows * across + part_of_columns];
  }
};

/// At most so many parts down and across.
ErrorMap error_map(const Source& source, const exact::Oracle& oracle, std::size_t down,
                   std::size_t across);

}  // namespace sextant::verify
