#pragma once

#include "sextant/exact/oracle.hpp"
#include "sextant/verify/suspect.hpp"

namespace sextant::verify {

/// Whether a table may be a run, whose first row and whose rotation from row to row, each as some
/// sound recipe computes them, make every row by rotating the one before, and which no library's
/// sines and cosines explain otherwise.  Of a suspect the truth, the program and the chain are
/// asked.                                                                  verdict.md, (18) to
/// (22)
bool rotates(const Source& source, const exact::Oracle& truth, const Suspect& suspect);

/// Whether rows follow from each other as those of a run do, waves or not: then what made them left
/// no row an error of its own.                                             verdict.md, (18) and
/// (21)
bool rows_follow(const Source& source, const exact::Oracle& truth, const Suspect& suspect);

}  // namespace sextant::verify
