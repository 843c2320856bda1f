#pragma once

#include <string>

namespace sextant::properties {

/// The running program's path as it was called, and its file name.
const std::string& program();
std::string program_name();

}  // namespace sextant::properties
