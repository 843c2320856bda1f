#pragma once

#include <string>
#include <vector>

namespace sextant::tool {

/// Runs a program that is found by PATH, and waits for it.  Returns its exit status; −1 if it
/// cannot be run, or if a signal ends it.
int status_of(std::vector<std::string> arguments);

/// Opens a file with the desktop's program for such files.  Returns a warning if that fails, else
/// "".
std::string open_for_user(const std::string& path);

}  // namespace sextant::tool
