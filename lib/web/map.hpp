#pragma once

#include "tool/command/command.hpp"

namespace sextant::web {

/// Adds the subcommand `map`: the error map of a table as a JSON object, in the form of a report's.
/// It has the options of `verify` about the file and the encoding.
void add_map(tool::Command& program);

}  // namespace sextant::web
