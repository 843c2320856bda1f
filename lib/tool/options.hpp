#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "sextant/encoding/encoding.hpp"

namespace sextant::tool {

/// The options that say which encoding is meant, in the order given.
class EncodingOptions {
 public:
  /// Adds them to a verb.  The object must outlive the parse.
  explicit EncodingOptions(CLI::App& verb);

  bool given() const { return !name_.empty() || !fields_.empty(); }
  bool dim_given() const;
  /// The encoding; defaults for whatever is not given.
  Encoding encoding() const;
  /// The same, throwing Error if --dim is missing.
  Encoding encoding_with_dim() const;

  Part part() const;

 private:
  std::string name_;
  std::string part_ = "table";
  std::vector<std::pair<std::string, std::string>> fields_;
};

}  // namespace sextant::tool
