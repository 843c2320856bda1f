#pragma once

#include <cstdint>
#include <vector>

#include "sextant/vectors/fault_candidates.hpp"
#include "sextant/vectors/subject.hpp"

namespace sextant::vectors {

/// The places of tests, sorted by position and channel, each once:
///
///   * position 0, powers of two and their neighbours, 10^6 and the ends of a context, each with a
///     few channels that change from one position to the next;
///   * among `searched` entries, those nearest to a tie or to a number of each format;
///   * for each candidate, where its error is largest, and where it first shows.
std::vector<TestPlace> places(const Subject& subject, const Chart& chart,
                              const FaultCandidates& fault_candidates, std::uint64_t searched);

/// The positions of the first of these groups, ascending.
std::vector<Position> landmarks(const Subject& subject);

/// The places nearest to a tie or to a number of each format.
std::vector<TestPlace> near_ties(const Chart& chart, std::uint64_t searched);

}  // namespace sextant::vectors
