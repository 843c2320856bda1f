#pragma once

#include <optional>

#include "sextant/verify/axial_question.hpp"
#include "sextant/verify/sections.hpp"

namespace sextant::verify {

/// Whether some hundred rows may be those of sections, roughly: a test that only spares others.
bool may_be(const Source& whole, const std::vector<TableSection>& sections);

/// The finding that columns turn by the coordinate of another axis than theirs: `axis-dropped` or
/// `axis-split`.  Which coordinate and which frequency of the encoding each column holds is read
/// off the table; nullopt unless one sound recipe accepts every entry as read.
std::optional<Finding> turned_by_others(const AxialQuestion& asked, const Source& whole,
                                        const std::vector<TableSection>& sections);

}  // namespace sextant::verify
