#pragma once

#include "sextant/verify/accept/acceptance.hpp"

namespace sextant::verify {

/// The extra error of an entry of this size if sines and cosines have errors of 4 ulps instead of
/// 1, as NumPy's vector functions and OpenCL's have. verdict.md, (17)
double by_other_library(double size, const Format& compute);
/// The extra error of a violating entry.
double by_other_library(const Violation& place, const Format& compute);

/// How strictly a bounds check tests: `strictly` checks every entry, vacuous bounds by same
/// arithmetic; `decided` checks only entries that a bound decides, if they are a quarter at least.
///                                                                         verdict.md, (1) and (20)
enum class Strictness : unsigned char { strictly, decided };

/// Checks the entries that a bound decides; only these count as `entries`.  Stops after `patience`
/// violations.
BoundsResult check_decided_bounds(const Source& source, const exact::Oracle& oracle,
                                  const Sound& sound, std::uint64_t patience);

/// Whether the bounds of a recipe hold for the tested entries of a source.  Entries stored to
/// nearest are compared with the values before storing.                        verdict.md, (1a)
bool within_bounds(const Source& source, const exact::Oracle& oracle, const Sound& sound,
                   Strictness strictness, recipe::Storing storing);

}  // namespace sextant::verify
