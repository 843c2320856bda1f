#pragma once

#include <vector>

#include "sextant/audit/stored_verdict.hpp"

namespace sextant::audit {

/// Takes keys that may be wrong instead of a tensor, and their words, from the verdicts on tensors
/// whose claim most other tensors confirm: of all tensors that are judged by one encoding, more
/// pass than fail.  Another value of the keys would then make those wrong.  `source` makes the
/// claims.
void drop_refuted_keys(std::vector<StoredVerdict>& stored, const ModelSource& source);

}  // namespace sextant::audit
