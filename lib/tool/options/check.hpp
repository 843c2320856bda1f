#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/audit/audit.hpp"
#include "tool/command/command.hpp"

namespace sextant::tool {

/// The options for checking a model.
struct CheckOptions {
  std::vector<std::string> paths;
  std::optional<std::string> against;
  std::string length, max_error, max_phase;
  bool strict = false;

  /// Adds PATH and the options to a subcommand.  The object must outlive the parse.
  void add(Command& subcommand);
  /// The request that the options describe, without a progress callback.  Throws Error, which names
  /// the option, for a wrong value.
  audit::Request request() const;
};

}  // namespace sextant::tool
