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

/// The coordinates of the rows if `other` is the encoding of the table: those of the question, or
/// of the grid of `other` if it differs.  nullopt if that grid has another number of rows than
/// `whole`.
std::optional<std::vector<Positions>> coordinates_of(const AxialQuestion& asked, const Axial& other,
                                                     const Source& whole);

}  // namespace sextant::verify
