#pragma once

#include <optional>

#include "sextant/exact/oracle.hpp"
#include "sextant/verify/accept/bounds_check.hpp"
#include "sextant/verify/diagnosis/suspect.hpp"

namespace sextant::verify {

/// What is outside a run, whose first row and whose rotation from row to row, each as some sound
/// recipe computes them, make every row by rotating the one before, and which no library's sines
/// and cosines explain otherwise: at most so many damaged entries.  Nothing where a table is none.
/// Of a suspect the truth, the program and the chain are asked.               verdict.md, (18) to
/// (22)
std::optional<BoundsResult> run(const Source& source, const exact::Oracle& truth,
                                const Suspect& suspect, std::uint64_t most);

/// Whether rows follow as those of a run do, waves or not.         verdict.md, (18) to (21)
bool follows(const Source& source, const exact::Oracle& truth, const Suspect& suspect);

/// The same, on from a first row of which bounds promise little, and which a sound recipe makes all
/// the same.                                                                verdict.md, (22b)
bool goes_on(const Source& source, const exact::Oracle& truth, const Suspect& suspect);

/// Whether rows follow from each other as those of a run do, waves or not, where the errors that a
/// recipe's bound leaves each of them would not let them.                        verdict.md, (23)
bool smoother(const Source& source, const exact::Oracle& truth, const Suspect& suspect,
              const recipe::Recipe& recipe);

}  // namespace sextant::verify
