#pragma once

#include "tool/command/command.hpp"

namespace sextant::tool {

/// Sets the targets of a program's options, runs the subcommand and returns its exit status.  Help
/// and version are printed if `shows`.  Throws UsageError for a wrong command line, the
/// subcommand's exceptions, and Error if standard output cannot be written.
int parse(const Command& program, int argc, char** argv, bool shows = true);

}  // namespace sextant::tool
