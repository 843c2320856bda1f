#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "sextant/verify/candidate/candidate.hpp"
#include "sextant/verify/diagnosis/candidate_test.hpp"

namespace sextant::verify {

/// Returns the claim changed by the fault `by`.
Claim changed(const Claim& claim, const Candidate& by);

/// Returns true to end the search.  The test has the rows at the positions to which the first fault
/// moves them.
using VisitPair = std::function<bool(const std::shared_ptr<CandidateTest>&, Candidate)>;

/// Calls `visit` with candidates that have two faults, until it returns true.  Each likely
/// candidate of `alone` changes the claim, and the candidates for the changed claim follow.
/// Progress counts the first faults that are done.
void for_each_pair(const Source& source, const Claim& claim, const std::vector<Candidate>& alone,
                   const VisitPair& visit, const Progress& progress = {});

}  // namespace sextant::verify
