#pragma once

#include <functional>
#include <vector>

#include "sextant/verify/axial_question.hpp"
#include "sextant/verify/diagnosis/finding.hpp"
#include "sextant/verify/sections.hpp"

namespace sextant::verify {

/// Visits one reading of a table: the faults of a program that lays its columns out in that way,
/// and the sections of the table.  Returns true to end the visits.
using VisitReading =
    std::function<bool(const std::vector<Finding>& faults, const SectionsOf& sections)>;

/// Visits other readings of a table's columns, likeliest first: axes, rows, sections or layout in
/// another order; other definitions of Fourier features; columns that turn by another coordinate,
/// are shifted or permuted; and sections of other sizes.  A few damaged entries do not disturb what
/// the table shows.  Returns whether a visit ended them.
bool for_each_reading(const AxialQuestion& asked, const Source& whole,
                      const std::vector<TableSection>& sections, const VisitReading& visit);

}  // namespace sextant::verify
