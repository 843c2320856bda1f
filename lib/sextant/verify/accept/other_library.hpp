#pragma once

#include "sextant/verify/accept/grant.hpp"

namespace sextant::verify {

/// What an entry of that size may be off more where sines and cosines err by 4 ulps, as NumPy's
/// vectors and OpenCL's may, and not by 1.                                       verdict.md, (17)
double by_other_library(double size, const Format& compute);
/// The same of an entry outside.
double by_other_library(const Outside& place, const Format& compute);

/// What a cover is asked: every entry, those of which its bound says nothing by reproduction; the
/// same of any library; or only those that a bound decides about, if they are a quarter at least.
///                                                                  verdict.md, (1), (17) and (20)
enum class Ask : unsigned char { strictly, of_any_library, decided };

/// What a recipe covers of the entries that its bound decides about, or would but for that: these
/// are the `entries`; of more outside than `patience` only that is known.
Coverage cover_decided(const Source& source, const exact::Oracle& oracle, const Sound& sound,
                       std::uint64_t patience);

/// Whether a recipe covers what is asked of a source.  Where it does by another library, that is no
/// grant, but no other fault either.  What was stored to nearest is held against what it was stored
/// from.                                                                        verdict.md, (1a)
bool covers(const Source& source, const exact::Oracle& oracle, const Sound& sound, Ask ask,
            recipe::Storing storing);

}  // namespace sextant::verify
