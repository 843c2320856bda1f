#pragma once

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// Rows of a run that is told from other things: those of a shorter one are among the last
/// candidates.
inline constexpr std::uint64_t kLongRun = 16;

/// Ways of computing that are faults by themselves: recipes that are not sound.
std::vector<Candidate> recipe_candidates(const Source& source, const Claim& claim);
/// Other sines than a library's, within what such may be off by.
std::vector<Candidate> sine_candidates(const Source& source, const Claim& claim);
/// Runs of which any start will do, and any rounding: what is near to so much else comes late.
/// Or those that go on from a first row, which nothing else may explain.
std::vector<Candidate> run_candidates(const Source& source, const Claim& claim,
                                      bool continues_from_first_row = false);

}  // namespace sextant::verify
