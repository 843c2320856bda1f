#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tool/command/command.hpp"

namespace sextant::python {

/// Options of the tool by name, without dashes, each with its text: all arguments from Python
/// except arrays.
using Arguments = std::vector<std::pair<std::string, std::string>>;

/// Sets the options of `subcommand`.  Throws Error for an unknown option.
void take(const tool::Command& subcommand, const Arguments& arguments);

/// The names of the options that `take` accepts.
std::vector<std::string> names(const tool::Command& subcommand);

}  // namespace sextant::python
