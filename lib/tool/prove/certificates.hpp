#pragma once

#include <string>
#include <vector>

namespace sextant::tool {

/// Checks certificates with the independent checker (check/check.hpp).  Prints a verdict of each,
/// as words or as a JSON object per line.  If a certificate cannot be read, its error goes to
/// standard error, and the others are checked.  If the checker knows the frequencies only as a
/// listed set, they must be those that this library computes for the encoding's name.  Returns the
/// exit status: 0 all are confirmed, 1 some are not, 2 some cannot be read.
int check_certificates(const std::vector<std::string>& files, bool json);

}  // namespace sextant::tool
