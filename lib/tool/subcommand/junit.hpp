#pragma once

#include <functional>
#include <string>

#include "tool/command/command.hpp"

namespace sextant::tool {

/// The result of a subcommand that judges.
struct Judged {
  int status = 0;       ///< 0 passes, 1 does not
  std::string message;  ///< the verdict in one line
  std::string words;    ///< what a person reads
};

/// The option for the path of a JUnit file with the result of a subcommand.
struct JunitOption {
  std::string path;

  /// Adds it to a subcommand.  The object must outlive the parse.
  void add(Command& subcommand);
  /// Runs what judges, and writes the file, if one is asked for: also where it throws Error, which
  /// goes on.  A file that cannot be written is known before.
  int run(const std::string& subcommand, const std::string& name,
          const std::function<Judged()>& judge) const;
};

}  // namespace sextant::tool
