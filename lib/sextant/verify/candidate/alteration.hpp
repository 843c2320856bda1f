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

/// A change that a program made to its whole table after computing it.  The change is known
/// exactly, or to a known step, so it is undone before any bound is checked.
struct Alteration {
  enum class Rows : unsigned char { all, before_zero, after_zero };

  bool sines = false, cosines = false;  ///< sines are negated; cosines are negated
  Rows rows = Rows::all;                ///< rows in which they are negated
  /// Step of quantised entries, each the nearest multiple of it; 0: not quantised.
  double quantum = 0;
  Format compute = kFloat32;  ///< format in which the entries were computed before quantisation
  /// The true positions of the rows; nullptr: the claimed positions.
  std::shared_ptr<const std::vector<Position>> positions = nullptr;
  /// For each column j: the entry of table row r belongs to row r + rows_on[j]. nullptr: all are 0.
  std::shared_ptr<const std::vector<int>> rows_on = nullptr;

  bool any() const { return sines || cosines || quantum > 0 || positions || rows_on; }
};

/// Returns the table before the alteration, at its true positions.  An entry whose row is outside
/// the table is NaN. `truth` says which columns hold sines and cosines; it must outlive the result.
Source undone(const Source& source, const Alteration& alteration, const exact::Oracle& truth);

}  // namespace sextant::verify
