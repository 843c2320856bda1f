#pragma once

#include <string>
#include <vector>

#include "tool/command/command.hpp"

namespace sextant::tool {

/// A subcommand with its full name, such as `report diff`.  For the program itself the name is
/// empty.
struct Subcommand {
  std::string name, what, footer;
  std::vector<Option> options;  ///< their words are the listed values, if any
};

/// The program, then every subcommand in the order of its help.  Each comes before its own
/// subcommands.
std::vector<Subcommand> command_line_model(const Command& program);

/// The list without nested subcommands: the outer one gets the name of the nested one as a
/// positional argument, and its options.
std::vector<Subcommand> folded(const std::vector<Subcommand>& all);

}  // namespace sextant::tool
