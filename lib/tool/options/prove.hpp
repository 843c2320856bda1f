#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tool/command/command.hpp"
#include "tool/options/options.hpp"

namespace sextant::tool {

/// The options of `sextant prove`.
struct ProveOptions {
  explicit ProveOptions(Command& subcommand) : encoding(subcommand) {}

  EncodingOptions encoding;
  std::vector<std::string> what;
  std::string positions;
  std::string method = "automatic";
  std::string count;
  std::string format;
  std::vector<std::string> dims;
  std::string output;
  bool check = false, json = false;
};

/// Adds `prove`.  It calls `run` with the parsed options and returns its exit status.
void add_prove(Command& program, const std::function<int(const ProveOptions&)>& run);

}  // namespace sextant::tool
