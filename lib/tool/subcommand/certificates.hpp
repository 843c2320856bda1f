#pragma once

#include <string>
#include <vector>

namespace sextant::tool {

/// Proves certificates once more by another route (check/check.hpp) and prints a verdict of each,
/// or an object a line.  One that cannot be read gets its line on standard error, and the rest are
/// checked.  What the other route knows as a list of numbers alone must be what this library makes
/// of the name.  The exit status: 0 all are confirmed, 1 some are not, 2 some cannot be read.
int check_certificates(const std::vector<std::string>& files, bool json);

}  // namespace sextant::tool
