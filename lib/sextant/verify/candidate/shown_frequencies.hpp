#pragma once

#include <optional>

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// Returns the candidate with the frequencies that its rows show, within the margins of its own
/// ones and with a margin of four roundings, for the pairs whose bound is vacuous because of their
/// margin.  nullopt if no such pair has a bound with the smaller margin, if the candidate's
/// frequencies are not nearly given, or for fewer than 16 rows.
///                                                                                verdict.md, (3a)
std::optional<Candidate> with_shown_frequencies(const Source& rows, const Candidate& candidate);

/// Returns which part of a candidate's roundings is left if rows show its frequencies; 1 if that is
/// not possible.
double shown_part(const Candidate& candidate, std::uint64_t rows);

}  // namespace sextant::verify
