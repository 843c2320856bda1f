#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/error.hpp"
#include "sextant/number/format.hpp"

namespace sextant::tool {

/// What `read` makes of an option's text; an Error of its own then names the option.
template <class Read>
auto read_option(std::string_view option, Read&& read) {
  try {
    return read();
  } catch (const Error& error) {
    throw Error(std::string(option) + ": " + error.what());
  }
}

/// An integer of 1 ... most.
int read_count(const std::string& option, const std::string& text, int most);

/// A format that tables are stored in: float16, bfloat16, float32 or float64.
Format read_table_format(const std::string& option, const std::string& name);

/// A format that recipes compute in: float32 or float64.
Format read_computing_format(const std::string& option, const std::string& name);

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
