#pragma once

#include <vector>

#include "sextant/audit/source.hpp"
#include "sextant/audit/stored_verdict.hpp"

namespace sextant::audit {

/// The verdicts on the tensors of a source that hold positions, by their names or because a rotary
/// node of a graph reads them.  A tensor is judged by the claim for its layers.  Without a claim
/// its encoding is identified from its numbers; tables that may be trained are left out if that
/// fails.  Tensors of a source that hold the same numbers are judged once.
///
/// Frequencies that are stored in less than 32 bits fail, because angles are computed from them.
std::vector<StoredVerdict> judge_stored(const ModelSource& source,
                                        const std::vector<ClaimedLayers>& claims,
                                        const StoredOptions& options,
                                        const verify::Progress& progress);

}  // namespace sextant::audit
