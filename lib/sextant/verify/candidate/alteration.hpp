#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/number/format.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::exact {
class Oracle;
}

namespace sextant::verify {

/// How entries became multiples of a step.
struct Quantisation {
  double step = 0;        ///< 0: it is that of a block
  int levels = 0;         ///< of a block: its step is its largest entry, divided by this
  std::size_t block = 0;  ///< number of columns of a block in a row; 0: each column is a block
  std::shared_ptr<const std::vector<double>> columns = nullptr;  ///< largest entry of each column
  /// The smallest and the largest multiple: entries are clamped to them.
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool toward_zero = false;  ///< rounding; else to nearest

  bool any() const { return step > 0 || levels > 0; }
};

/// What became of the signs of a function's entries.  Entries without a sign are not negative.
enum class SignChange : unsigned char { kept, reversed, lost };

/// Rows that are read at the wrong places of a buffer: row i is the entries from i·stride on, and
/// the buffer has a row of the table every `length` entries.
struct RowPlaces {
  std::uint64_t stride = 0, length = 0;  ///< 0: they are as claimed

  bool any() const { return stride != 0; }
};

/// Returns the largest size of some entries; 0 if there are none.
double largest(std::span<const double> entries);

/// A change that a program made to its whole table after computing it.  The change is known
/// exactly, or to a known step, so it is undone before any bound is checked.
struct Alteration {
  SignChange sines = SignChange::kept, cosines = SignChange::kept;
  Quantisation quantised = {};
  Format compute = kFloat32;  ///< format in which the entries were computed before quantisation
  RowPlaces places = {};
  /// The true positions of the rows; nullptr: the claimed positions.
  std::shared_ptr<const std::vector<Position>> positions = nullptr;
  /// For each column j: the entry of table row r belongs to row r + rows_on[j]. nullptr: all are 0.
  std::shared_ptr<const std::vector<int>> rows_on = nullptr;
  /// For each column: whether its entries are negated. nullptr: none are.
  std::shared_ptr<const std::vector<bool>> negated = nullptr;

  bool signs() const { return sines != SignChange::kept || cosines != SignChange::kept; }
  bool any() const {
    return signs() || quantised.any() || places.any() || positions || rows_on || negated;
  }
};

/// Returns the table before the alteration, at its true positions.  An entry whose row is outside
/// the table is NaN. `truth` says which columns hold sines and cosines; it must outlive the result.
Source undone(const Source& source, const Alteration& alteration, const exact::Oracle& truth);

}  // namespace sextant::verify
