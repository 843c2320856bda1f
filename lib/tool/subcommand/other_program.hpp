#pragma once

#include <string>
#include <vector>

namespace sextant::tool {

/// Runs a program that is found by PATH, and waits for it.  Returns its exit status, or −1 on
/// failure.
int status_of(std::vector<std::string> arguments);

/// Opens a file with the program that the desktop has for it.  Returns a warning, or "".
std::string open_for_user(const std::string& path);

}  // namespace sextant::tool
