#pragma once

#include <string>
#include <vector>

#include "tool/command/command.hpp"

namespace sextant::tool {

/// Sets the targets of a program's options, runs the subcommand and returns its exit status.  Help
/// and version are printed if `shows`.  Throws UsageError for a wrong command line, the
/// subcommand's exceptions, and Error if standard output cannot be written.
int parse(const Command& program, int argc, char** argv, bool shows = true);

/// Sets the targets of options given as `--name=value`.  Throws UsageError for wrong ones.
void parse_options(const Command& command, std::vector<std::string> words);

}  // namespace sextant::tool
