#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "sextant/verify/candidate/candidate.hpp"
#include "sextant/verify/diagnosis/candidate_test.hpp"

namespace sextant::verify {

/// The claim as a fault changes it.
Claim changed(const Claim& claim, const Candidate& by);

/// Calls `visit` with candidates that have two faults, until it returns true: every one of `alone`
/// changes the claim, and the candidates for what it then is follow.  A test is of the rows at the
/// positions that the first fault moves them to.  Progress is told the part of the first faults
/// that are done.
void for_each_pair(
    const Source& source, const Claim& claim, const std::vector<Candidate>& alone,
    const std::function<bool(const std::shared_ptr<CandidateTest>&, Candidate)>& visit,
    const Progress& progress = {});

}  // namespace sextant::verify
