#pragma once

#include <span>
#include <string>

namespace sextant {

/// The words of a command, quoted as a line for a shell.
std::string command_line(std::span<const std::string> words);

}  // namespace sextant
