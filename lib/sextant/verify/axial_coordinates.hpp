#pragma once

#include <optional>
#include <vector>

#include "sextant/verify/axial_question.hpp"
#include "sextant/verify/diagnosis/finding.hpp"
#include "sextant/verify/sections.hpp"

namespace sextant::verify {

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
                                                 const std::vector<TableSection>& sections);

/// Returns the sections with other coordinates along some axes: lines between other ends if the
/// claim has a crop; indices times another factor, or without 2 x − 1, if it doubles coordinates.
/// Each axis is searched by itself.  nullopt if the table agrees with the claim along all axes, if
/// it agrees with no such coordinate along one of them, or if the claim has other coordinates.  The
/// arguments must outlive the result.
///                                                                                 verdict.md,
///                                                                                 (39a)
std::optional<OtherCoordinates> other_coordinates(const AxialQuestion& asked, const Source& whole,
                                                  const std::vector<TableSection>& sections);

}  // namespace sextant::verify
