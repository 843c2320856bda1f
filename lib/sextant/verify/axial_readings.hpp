#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sextant/encoding/axial/axial.hpp"
#include "sextant/verify/diagnosis/finding.hpp"
#include "sextant/verify/question.hpp"
#include "sextant/verify/sections.hpp"

namespace sextant::verify {

// Other readings of a table of several coordinates.  Some known fault makes each of them.

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

/// An encoding that a program may have computed in place of the claimed one, and its faults.
struct OtherDefinition {
  Axial encoding;
  std::vector<Finding> findings;
  std::vector<Positions> coordinates = {};  ///< for each of axes_of(); empty: those of the question
};

/// Returns the definitions that other programs may have used.  For films: times of other frames, or
/// times in whole numbers.  For coordinates that span a range: another range or unit.  For Fourier
/// features also: another law of frequencies, another end of their range, or other places of the
/// columns of coordinates.  `sections` are those of the claim; the ends of the range are measured
/// from them.  Empty for other encodings.
///                                                                    verdict.md, (39) and (40)
std::vector<OtherDefinition> other_definitions(const AxialQuestion& asked,
                                               const Sections& sections);

/// The claimed features without columns of coordinates, or with them in other places.  Their rows
/// have another number of columns.  Empty for other encodings.
std::vector<OtherDefinition> with_other_width(const Axial& claimed);

/// Whether all rows of a section have one coordinate.  Such a section says little about any fault.
bool is_constant(const TableSection& section);

/// The claim that the one coordinate of a section is 0; nullopt if it is claimed to be 0, if the
/// section has several coordinates, or if it holds no waves.
std::optional<Claim> claim_at_zero(const TableSection& section);

/// The finding that the one coordinate of a section is 0: a start that a program forgets.
/// Frequencies of 0 make the same rows.
Finding offset_to_zero(const TableSection& section);

/// Sections whose coordinates a program computes in another way, and its faults.
struct OtherCoordinates {
  std::vector<Finding> findings;
  SectionsOf sections;
};

/// Returns the sections with the coordinate 0 for each axis of one other coordinate whose rows hold
/// 0; nullopt if there is no such axis.  `whole` must outlive the result.
std::optional<OtherCoordinates> forgotten_starts(const AxialQuestion& asked, const Source& whole,
                                                 const Sections& sections);

/// Returns the sections with other coordinates along some axes: lines between other ends if the
/// claim has a crop; indices times another factor, or without 2 x − 1, if it doubles coordinates.
/// Each axis is searched by itself.  nullopt if the table agrees with the claim along all axes, if
/// it agrees with no such coordinate along one of them, or if the claim has other coordinates.  The
/// arguments must outlive the result.
///                                                                                verdict.md, (39a)
std::optional<OtherCoordinates> other_coordinates(const AxialQuestion& asked, const Source& whole,
                                                  const Sections& sections);

/// The fault that puts rows elsewhere, and explains the whole table; nullopt if there is none.
std::optional<Finding> rows_elsewhere(const AxialQuestion& asked, const Source& whole,
                                      const Sections& sections);

/// Visits one reading of a table: the faults of a program that lays its columns out in that way,
/// and the sections of the table.  Returns true to end the visits.
using VisitReading =
    std::function<bool(const std::vector<Finding>& faults, const SectionsOf& sections)>;

/// Visits other readings of a table's columns, likeliest first: axes, rows, sections or layout in
/// another order; other definitions of Fourier features; columns that turn by another coordinate,
/// are shifted or permuted; and sections of other sizes.  A few damaged entries do not disturb what
/// the table shows.  Returns whether a visit ended them.
bool for_each_reading(const AxialQuestion& asked, const Source& whole, const Sections& sections,
                      const VisitReading& visit);

}  // namespace sextant::verify
