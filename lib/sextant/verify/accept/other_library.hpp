#pragma once

#include "sextant/verify/accept/acceptance.hpp"

namespace sextant::verify {

/// The extra error of an entry of this size if sine and cosine have errors of up to 4 ulps instead
/// of 1.  NumPy's vectorised functions and OpenCL's sine and cosine have such errors. verdict.md,
/// (17)
double by_other_library(double size, const Format& compute);
/// The extra error of a violating entry.
double by_other_library(const Violation& place, const Format& compute);

/// Selects the entries that a bounds check tests.  `strictly`: every entry, by same arithmetic if
/// its bound is vacuous.  `decided`: only entries whose bound is not vacuous, if they are at least
/// a quarter. verdict.md, (1) and (20)
enum class Strictness : unsigned char { strictly, decided };

/// Checks the entries whose bound is not vacuous; `entries` counts only these.  If they are fewer
/// than a quarter, every entry counts as a violation.  Stops after `patience` violations.
BoundsResult check_decided_bounds(const Source& source, const exact::Oracle& oracle,
                                  const Sound& sound, std::uint64_t patience);

/// Whether every tested entry of a source is within its bound of a recipe.
bool within_bounds(const Source& source, const exact::Oracle& oracle, const Sound& sound,
                   Strictness strictness);

}  // namespace sextant::verify
