#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// The place that is tried first for a row that fits several: its own place, or the place with the
/// same shift as the row before.
enum class Stay : unsigned char { in_place, in_step };

/// What decides where a row belongs: the approximate reference, or also rows that recipes compute,
/// for tables whose rounding errors hide the true position.
///                                                                                 verdict.md, (30)
enum class RowEvidence : unsigned char { by_truth, by_making };

/// Row k holds the values that belong to row order[k].  If positions are not listed, rows before
/// the first and after the last count on with the same step.
using Reordering = std::vector<std::int64_t>;
/// The place of a row that fits no position.
inline constexpr std::int64_t kNowhere = INT64_MIN;

/// Returns the order of a table's rows. nullopt if they are in order; if too many rows fit no
/// position; if the search takes too long; for fewer than 3 rows; or if `evidence` is `by_making`
/// and no column needs it.
///                                                                                 verdict.md, (25)
std::optional<Reordering> row_order(const Source& source, const Claim& claim, Stay stay,
                                    RowEvidence evidence = RowEvidence::by_truth);

/// Returns the position of a row; rows beyond the ends of the table count on with its step.
Position position_of(const Positions& positions, std::int64_t row);

}  // namespace sextant::verify
