#pragma once

#include <string>

namespace sextant::properties {

/// The program that runs, as it was called, and its name alone.
const std::string& program();
std::string program_name();

}  // namespace sextant::properties
