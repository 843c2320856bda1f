#pragma once

#include <string>

#include "sextant/verify/verify.hpp"
#include "tool/command/command.hpp"

namespace sextant::tool {

/// The options for the positions of rows.
struct PositionOptions {
  std::string first, positions, file;

  /// Adds the options to a subcommand.  The object must outlive the parse.
  void add(Command& subcommand);
  bool given() const { return !first.empty() || !positions.empty() || !file.empty(); }
  /// Throws Error if more than one option is given.
  void expect_one() const;
  /// Sets the positions of a question.  Throws Error if more than one option is given.
  void ask(verify::Question& question) const;
};

}  // namespace sextant::tool
