#pragma once

#include <functional>

namespace sextant::tool {

/// Runs a program's work and returns its exit status.  An exception is reported as a line on
/// standard error, and as an object on standard output if JSON was requested; the status is then 2.
/// If the reader of a pipe has closed it, the process ends silently by SIGPIPE.
int status_of_failures(int argc, char** argv, const std::function<int()>& work);

}  // namespace sextant::tool
