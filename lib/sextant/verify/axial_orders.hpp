#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sextant/encoding/axial/axial.hpp"
#include "sextant/verify/diagnosis/finding.hpp"

namespace sextant::verify {

/// The letters of axes, separated by commas: "t,h,w".
std::string letters(const std::vector<Axis>& axes);

/// Whether an encoding has sections.  It has none if its split does not allow its list of sizes.
bool is_defined(const Axial& e);

/// Encodings that differ from the claimed one in the order of axes, rows, sections or columns.
class OtherOrders {
 public:
  /// The claimed encoding must outlive this.
  explicit OtherOrders(const Axial& claimed) : claimed_(claimed) {}

  /// Other encodings, those with fewer changes first.
  std::vector<Axial> all();
  /// Whether the section of an axis, by its place in the row, agrees with the table.
  using Fits = std::function<bool(const Axial& other, std::size_t section)>;
  /// Encodings whose sections, one after the other, have other sizes.  Every section fits.  At most
  /// 64.
  std::vector<Axial> of_other_sizes(const Fits& fits);

  /// The fault of a program that uses one of these encodings.  If height and width are exchanged,
  /// the fault is axes-swapped, whatever the sizes of their sections.  Sections of three axes can
  /// also have other orders.
  Finding named(const Axial& e) const;

 private:
  bool has_grid() const { return claimed_.grid.height > 0 && claimed_.grid.width > 0; }
  /// Adds the encoding with every order of the axes: first the claimed one, then that with height
  /// and width exchanged, then the others.
  void add_orders(Axial e);
  /// Adds encodings with sections in every order and with both kinds of split.  The sizes are the
  /// claimed ones, or those of the model with the other split.
  void add_sizes();
  /// Adds the encodings whose sections from `axis` on share the remaining pairs, and fit.
  void extend(Axial& e, std::size_t axis, int pairs, const Fits& fits);

  const Axial& claimed_;
  std::vector<Axial> found_;
};

}  // namespace sextant::verify
