#pragma once

#include <vector>

#include "sextant/verify/candidate/candidate.hpp"
#include "sextant/verify/candidate/row_order.hpp"

namespace sextant::verify {

/// Returns candidates whose rows belong to other positions than claimed: rows are missing, repeated
/// or permuted, or positions restart.  Candidates with one cause come first.  Empty for tables of
/// frequencies.
std::vector<Candidate> order_candidates(const Source& source, const Claim& claim);

/// Adds the candidate that an order of the rows suggests, if any.
void add_order(const Source& source, const Claim& claim, const Reordering& order,
               std::vector<Candidate>& candidates);

/// Returns the first row from which on all rows equal the last one.  Tables have such rows when
/// positions beyond their end are clamped.  nullopt if the last two rows differ, if the first row
/// equals the last, if these rows have one position, if positions descend, or for fewer than 3
/// rows.
std::optional<std::uint64_t> repeated_from(const Source& source);

}  // namespace sextant::verify
