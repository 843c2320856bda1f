#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "sextant/verify/diagnosis/suspect.hpp"
#include "sextant/verify/diagnosis/trial.hpp"

namespace sextant::verify {

/// The claim as a fault changes it.
Claim changed(const Claim& claim, const Suspect& by);

/// Calls `visit` with suspects that have two faults, until it returns true: every one of `alone`
/// changes the claim, and the suspects for what it then is follow.  A trial is of the rows at the
/// positions that the first fault moves them to.  Progress is told the part of the first faults
/// that are done.
void for_each_pair(const Source& source, const Claim& claim, const std::vector<Suspect>& alone,
                   const std::function<bool(const std::shared_ptr<Trial>&, Suspect)>& visit,
                   const Progress& progress = {});

}  // namespace sextant::verify
