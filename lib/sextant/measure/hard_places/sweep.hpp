#pragma once

#include "sextant/exact/oracle.hpp"
#include "sextant/measure/hard_places/hardest.hpp"

namespace sextant::hard_places {

/// The hardest entries of a chart of sines and cosines at `positions`, on all cores.  Every entry
/// is enclosed by the fast ball; those that may be near enough, by the fine one.
Hardest sweep(const exact::Oracle& oracle, const Positions& positions, std::size_t keep);

}  // namespace sextant::hard_places
