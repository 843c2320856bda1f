#pragma once

#include <functional>
#include <vector>

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// The candidates for a table of divisors or periods: those of other_numbers(), and those that
/// `list` returns for the frequencies that follow from the numbers of the table.
std::vector<Candidate> reciprocal_candidates(
    const Source& source, const Claim& claim,
    const std::function<std::vector<Candidate>(const Source&, const Claim&)>& list);

/// The candidates for a table that holds other numbers than claimed: frequencies, periods,
/// divisors, or the factors by which the context scaling multiplies frequencies.
std::vector<Candidate> other_numbers(const Claim& claim);

}  // namespace sextant::verify
