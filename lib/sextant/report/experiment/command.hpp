#pragma once

#include <span>
#include <string>

namespace sextant {

/// The words of a command as a line for a shell, which reads back exactly these words.
std::string command_line(std::span<const std::string> words);

}  // namespace sextant
