#pragma once

#include <optional>
#include <vector>

#include "sextant/verify/axial_question.hpp"
#include "sextant/verify/diagnosis/finding.hpp"
#include "sextant/verify/sections.hpp"

namespace sextant::verify {

/// The fault that explains the whole table by another interpretation of its columns; nullopt if
/// there is none.
std::optional<Finding> columns_read_otherwise(const AxialQuestion& asked, const Source& whole,
                                              const std::vector<TableSection>& sections);

/// The coordinates of the rows of a table of another encoding than the claimed one: those of the
/// claim, or of the other grid; nullopt if that has not the number of rows of `whole`.
std::optional<std::vector<Positions>> coordinates_of(const AxialQuestion& asked, const Axial& other,
                                                     const Source& whole);

}  // namespace sextant::verify
