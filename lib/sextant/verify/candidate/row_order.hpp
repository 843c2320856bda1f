#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// Where a row that fits several places stays: at its own, or as far from it as the one before.
enum class Stay : unsigned char { in_place, in_step };

/// What tells where a row belongs: what is true there, or, where roundings leave too little of
/// that, also what recipes make there.                                     verdict.md, (30)
enum class RowEvidence : unsigned char { by_truth, by_making };

/// Row k holds the values that belong to row order[k] of the claimed ones, counted on beyond both
/// ends where positions are not listed.
using Reordering = std::vector<std::int64_t>;
/// Of a row that fits nowhere.
inline constexpr std::int64_t kNowhere = INT64_MIN;

/// The order of a table's rows; nothing where they are in order, where some fit nowhere, but for a
/// few that may be damaged, where it would take long to say, or where recipes are to tell and
/// nothing is left to them.                                                    verdict.md, (25)
std::optional<Reordering> row_order(const Source& source, const Claim& claim, Stay stay,
                                    RowEvidence evidence = RowEvidence::by_truth);

/// The position of a row that is counted on beyond the ends of a table.
Position position_of(const Positions& positions, std::int64_t row);

}  // namespace sextant::verify
