#pragma once

#include "sextant/verify/grant.hpp"

namespace sextant::verify {

/// What an entry may be off more where sines and cosines err by 4 ulps, as NumPy's vectors and
/// OpenCL's may, and not by 1.                                                   verdict.md, (17)
double by_other_library(const Waves& waves, const Format& compute);

/// Which entries a cover is asked about: all, those of which its bound says nothing by
/// reproduction; or only those that a bound decides about, if they are a quarter at least.
enum class Ask : unsigned char { all, decided };

/// What a recipe covers of the entries that its bound decides about, or would but for that: these
/// are the `entries`; of more outside than `patience` only that is known.
Coverage cover_decided(const Source& source, const exact::Oracle& oracle, const Sound& sound,
                       std::uint64_t patience);

/// Whether a recipe covers a source, or would but for that: no grant, but no other fault either.
bool covers_by_other_library(const Source& source, const exact::Oracle& oracle, const Sound& sound,
                             Ask ask = Ask::all);

}  // namespace sextant::verify
