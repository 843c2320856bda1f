#pragma once

#include "tool/shell/command_line_model.hpp"

namespace sextant::tool {

/// Scripts that complete subcommands, options, and the values that can be listed; files elsewhere.
std::string bash_completion(const std::vector<Subcommand>& subcommands);
std::string zsh_completion(const std::vector<Subcommand>& subcommands);
std::string fish_completion(const std::vector<Subcommand>& subcommands);

/// Words with spaces between them.
std::string joined(const std::vector<std::string>& words);

}  // namespace sextant::tool
