#pragma once

#include <cstdint>
#include <vector>

#include "sextant/vectors/fault_hypotheses.hpp"
#include "sextant/vectors/subject.hpp"

namespace sextant::vectors {

/// Where tests are taken: the position 0, powers of two and their neighbours, 10^6, the ends of a
/// context, each with a few channels that change from one to the next; the nearest to a tie or to a
/// number of every format among `searched` entries; and for each hypothesis where it shows most,
/// and where first.  By position and channel, each once.
std::vector<TestPlace> places(const Subject& subject, const Chart& chart,
                              const FaultHypotheses& fault_hypotheses, std::uint64_t searched);

/// The positions that are tried first, in ascending order.
std::vector<Position> landmarks(const Subject& subject);

/// The nearest to a tie, or to a number, of each format.
std::vector<TestPlace> near_ties(const Chart& chart, std::uint64_t searched);

}  // namespace sextant::vectors
