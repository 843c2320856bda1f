#pragma once

#include <vector>

#include "sextant/verify/question.hpp"
#include "sextant/verify/sections.hpp"

namespace sextant::verify {

/// The reasons why a table of several coordinates does not match its claim.
struct Diagnosis {
  std::vector<Finding> findings;
  bool complete = false;  ///< the findings explain the whole table
  bool accepted_separately =
      false;  ///< every section is sound, but no single recipe accepts all of them
};

/// First tries another definition for the whole table.  Its axes, sections or layout may have
/// another order, its columns may turn by other coordinates, and its sections may have other sizes.
/// If none is accepted, the result has the wrong rows of zeros, and then the faults of each
/// section.  The prefix of a grid is judged first; the tokens are then judged without it.
/// If some rows have entries that are not finite, the other rows are diagnosed first.
Diagnosis diagnose(const AxialQuestion& asked, const Source& whole, const Sections& sections);

}  // namespace sextant::verify
