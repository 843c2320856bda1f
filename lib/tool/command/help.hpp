#pragma once

#include <string>

#include "tool/command/command.hpp"

namespace sextant::tool {

/// The help of a program or subcommand.  `full_name` is what a user types, `sextant report diff`.
/// Unless `all`, a command with common options shows only these, and a shorter footer.
std::string help(const Command& command, const std::string& full_name, bool all);

}  // namespace sextant::tool
