#pragma once

#include <vector>

#include "sextant/audit/stored_verdict.hpp"

namespace sextant::audit {

/// Removes the keys that may be wrong instead of a tensor, and their words, from its verdict if
/// more tensors pass than fail by the same encoding.  Another value of such a key would make those
/// that pass wrong.  `source` makes the claims.
void drop_refuted_keys(std::vector<StoredVerdict>& stored, const ModelSource& source);

}  // namespace sextant::audit
