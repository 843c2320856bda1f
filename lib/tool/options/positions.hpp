#pragma once

#include <string>

#include "sextant/verify/verify.hpp"
#include "tool/command/command.hpp"

namespace sextant::tool {

/// The options that say which positions rows have.
struct PositionOptions {
  std::string first, positions, file;

  /// Adds them to a subcommand.  The object must outlive the parse.
  void add(Command& subcommand);
  bool given() const { return !first.empty() || !positions.empty() || !file.empty(); }
  /// What they say, to the question.  Throws Error for more than one of them.
  void ask(verify::Question& question) const;
};

}  // namespace sextant::tool
