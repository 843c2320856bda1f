#pragma once

#include <string>
#include <vector>

#include "tool/command/command.hpp"

namespace sextant::tool {

/// A subcommand by its full name, `report diff`; of the program itself the name is empty.
struct Subcommand {
  std::string name, what, footer;
  std::vector<Option> options;  ///< their words are the values that they take, if these are listed
};

/// The program, and then every subcommand in the order of its help, each before its own
/// subcommands.
std::vector<Subcommand> command_line_model(const Command& program);

/// Each subcommand of a subcommand put into the latter: its name as a positional, and its options.
std::vector<Subcommand> folded(const std::vector<Subcommand>& all);

}  // namespace sextant::tool
