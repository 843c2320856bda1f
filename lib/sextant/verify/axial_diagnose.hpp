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

/// The same definition with its axes exchanged or its sections in another order, where that covers
/// the whole table; else what is wrong with each section.
Diagnosis diagnose(const AxialQuestion& asked, const Source& whole,
                   const std::vector<TableSection>& sections);

}  // namespace sextant::verify
