#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tool/command/command.hpp"

namespace sextant::python {

/// Options of the tool, by name without dashes, each with its text: how Python says everything that
/// is no array.
using Arguments = std::vector<std::pair<std::string, std::string>>;

/// Gives them to the options of `subcommand`.  Throws Error for one that it does not have.
void take(const tool::Command& subcommand, const Arguments& arguments);

/// The names that `take` knows.
std::vector<std::string> names(const tool::Command& subcommand);

}  // namespace sextant::python
