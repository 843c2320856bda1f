#pragma once

#include <string>
#include <vector>

namespace sextant::tool {

/// Runs a program that is found by PATH, and waits for it.  Returns its exit status; −1 if it
/// cannot be run, or if a signal ends it.
int status_of(std::vector<std::string> arguments);

/// Replaces this process by a program in the same folder, with the same arguments.  Returns only by
/// throwing Error, if that program cannot be run.
int become_program_beside(const std::string& name, char** argv);

/// Opens a file with the desktop's program for such files.  Returns a warning if that fails, else
/// "".
std::string open_for_user(const std::string& path);

}  // namespace sextant::tool
