#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/number/format.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::exact {
class Oracle;
}

namespace sextant::verify {

/// What a program did to its table as a whole, exactly or to a known step, so that it can be undone
/// before any bound is asked.
struct Alteration {
  enum class Rows : unsigned char { all, before_zero, after_zero };

  bool sines = false, cosines = false;  ///< negated
  Rows rows = Rows::all;                ///< in these rows
  double quantum = 0;         ///< numbers are the nearest multiples of it; 0: they are not
  Format compute = kFloat32;  ///< what these numbers were computed in before
  /// The positions that the rows really have; nullptr: those claimed.
  std::shared_ptr<const std::vector<Position>> positions = nullptr;
  /// Of each column, by how many rows it is of later ones; nullptr: all are of their own row.
  std::shared_ptr<const std::vector<int>> rows_on = nullptr;

  bool any() const { return sines || cosines || quantum > 0 || positions || rows_on; }
};

/// The table as it was before, with positions that it really has; entries that are in no row of it
/// are no numbers.  `truth` says which columns hold
/// sines and cosines; it must outlive the result.
Source undone(const Source& source, const Alteration& alteration, const exact::Oracle& truth);

}  // namespace sextant::verify
