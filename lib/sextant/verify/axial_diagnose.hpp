#pragma once

#include <vector>

#include "sextant/verify/axial_question.hpp"
#include "sextant/verify/sections.hpp"

namespace sextant::verify {

/// Why a table of several coordinates is not what it claims.
struct Diagnosis {
  std::vector<Finding> findings;
  bool complete = false;             ///< they explain all of it
  bool accepted_separately = false;  ///< every section is sound, though by no one recipe
};

/// Another definition that covers the whole table: its axes, sections or layout in another order,
/// its columns turned by other coordinates, its sections of other sizes; else rows of zeros, and
/// what is wrong with each section.
Diagnosis diagnose(const AxialQuestion& asked, const Source& whole,
                   const std::vector<TableSection>& sections);

}  // namespace sextant::verify
