#pragma once

#include <functional>
#include <vector>

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// The candidates for a table of divisors or periods: other numbers of the same frequencies, and
/// the candidates that `list` returns for the frequencies that follow from its numbers.
std::vector<Candidate> reciprocal_candidates(
    const Source& source, const Claim& claim,
    const std::function<std::vector<Candidate>(const Source&, const Claim&)>& list);

/// Periods, divisors or frequencies in a table that is claimed to hold another of the three, or the
/// factors by which a context multiplies frequencies.
std::vector<Candidate> other_numbers(const Claim& claim);

}  // namespace sextant::verify
