#pragma once

#include "tool/options/prove.hpp"

namespace sextant::tool {

/// Proves theorems or checks certificates, as the options say.  Returns the exit status: 0 they
/// hold or are confirmed, 1 one does not or is not, 2 one could not be decided or read.
int prove(const ProveOptions& options);

}  // namespace sextant::tool
