#pragma once

#include <string>

#include "sextant/conformance/test_request.hpp"
#include "tool/command/command.hpp"
#include "tool/options/options.hpp"

namespace sextant::tool {

/// The options for test cases, both for writing them and for judging answers.
struct CaseOptions {
  explicit CaseOptions(Command& subcommand) : encoding(subcommand) {}

  EncodingOptions encoding;
  std::string positions, format, level = "quick", seed = "1";
  bool forever = false, binary = false;

  /// Adds the options to a subcommand.  The object must outlive the parse.
  void add(Command& subcommand);
  conformance::TestRequest request() const;
};

}  // namespace sextant::tool
