#pragma once

#include <optional>
#include <vector>

#include "sextant/verify/accept/acceptance.hpp"
#include "sextant/verify/candidate/candidate.hpp"
#include "sextant/verify/diagnosis/closest.hpp"
#include "sextant/verify/diagnosis/finding.hpp"

namespace sextant::verify {

/// The fraction of a table that the best recipe makes again, bit for bit.
double match(const Source& source, const Claim& claim);

/// What to say of a cover that leaves a few entries outside.
Finding corrupt_entries(const BoundsResult& coverage, const Format& format, std::uint64_t parts,
                        double match);

/// The first candidate that covers every entry of a table by itself.  Empty: none.
std::vector<Finding> diagnose_whole(const Source& source, const Claim& claim);

/// The fault whose recipe makes every bit of a table, if no sound recipe does: the table has it,
/// whatever library's bounds cover it.  Empty: there is none, or too few entries to tell.
std::vector<Finding> made_bit_for_bit(const Source& source, const Claim& claim);

/// Why a table is not what it claims: the first candidate that covers it, a few entries that alone
/// are wrong, or two of these at once.  Empty: unexplained.  Progress is told the part of the
/// candidates that have been tried, and then, from 0 again, of those that another fault may follow.
/// Of a table that was diagnosed `before` as computed in a narrower format, pairs are tried where
/// that one's bounds say nothing.
std::vector<Finding> diagnose(const Source& source, const Claim& claim, const exact::Oracle& oracle,
                              const Progress& progress = {},
                              const std::optional<Format>& before = std::nullopt,
                              Closest* closest = nullptr);

}  // namespace sextant::verify
