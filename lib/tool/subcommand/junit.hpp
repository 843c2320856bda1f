#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sextant/verify/verdict/junit.hpp"
#include "tool/command/command.hpp"

namespace sextant::tool {

/// The result of a subcommand that judges.
struct Judged {
  int status = 0;       ///< 0 passes, 1 does not, 2 could not be judged
  std::string message;  ///< the verdict in one line
  std::string words;    ///< output for a person
  /// A case for each thing that was judged.  If empty, one case has the result of the whole run.
  std::vector<verify::JunitCase> cases = {};
};

/// The option for the path of a JUnit file with the result of a subcommand.
struct JunitOption {
  std::string path;

  /// Adds the option to a subcommand.  The object must outlive the parse.
  void add(Command& subcommand);
  /// Runs judge() and returns its exit status.  If the option is given, also writes the JUnit file.
  /// If judge() throws Error, the file records the error, and the exception is thrown again.  The
  /// file is opened before judge() runs.  Throws LateError if writing it fails after the verdict.
  int run(const std::string& subcommand, const std::string& name,
          const std::function<Judged()>& judge) const;
};

}  // namespace sextant::tool
