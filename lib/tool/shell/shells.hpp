#pragma once

#include "tool/shell/command_line_model.hpp"

namespace sextant::tool {

/// Scripts for shells that complete subcommands, options, and values that can be listed; elsewhere
/// files.
std::string bash_completion(const std::vector<Subcommand>& subcommands);
std::string zsh_completion(const std::vector<Subcommand>& subcommands);
std::string fish_completion(const std::vector<Subcommand>& subcommands);

/// The words, separated by spaces.
std::string joined(const std::vector<std::string>& words);

}  // namespace sextant::tool
