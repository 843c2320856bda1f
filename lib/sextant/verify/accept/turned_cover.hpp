#pragma once

#include "sextant/verify/accept/coverage.hpp"
#include "sextant/verify/accept/replay.hpp"
#include "sextant/verify/accept/turned_source.hpp"
#include "sextant/verify/accept/turner.hpp"
#include "sextant/verify/rows/tally.hpp"

namespace sextant::verify {

/// How far a turner covers vectors: every number inside its bound, which must be 0.1 of its pair's
/// length at most, or correctly rounded; or, where the bound is vacuous, reproduced.  Of more than
/// `patience` numbers outside only that is known.
///                                            reports/derivations/rotation.md, (14) and (17)
Coverage cover(const TurnedSource& source, const Turner& turner,
               std::uint64_t patience = ~std::uint64_t{0}, const Progress& progress = {});

/// How many numbers a turner makes again bit for bit.
Match replay(const TurnedSource& source, const Turner& turner, recipe::Fused fused,
             std::uint64_t patience = ~std::uint64_t{0});

}  // namespace sextant::verify
