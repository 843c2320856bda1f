#pragma once

#include <optional>
#include <vector>

#include "sextant/verify/axial_question.hpp"
#include "sextant/verify/diagnosis/finding.hpp"
#include "sextant/verify/sections.hpp"

namespace sextant::verify {

/// The fault that puts rows elsewhere, and explains the whole table; nullopt if there is none.
std::optional<Finding> rows_elsewhere(const AxialQuestion& asked, const Source& whole,
                                      const std::vector<TableSection>& sections);

}  // namespace sextant::verify
