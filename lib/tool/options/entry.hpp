#pragma once

#include <map>
#include <string>
#include <vector>

#include "sextant/number/format.hpp"
#include "tool/command/command.hpp"
#include "tool/options/options.hpp"

namespace sextant::tool {

/// The options for one entry of an encoding and for its output.  Each has the text of its option;
/// empty if not given.
struct EntryOptions {
  std::string position;
  std::string channel;
  std::string digits;
  std::string format;

  /// Adds the options to a subcommand.  The object must outlive the parse.
  void add(Command& subcommand);
};

/// The true value of an entry, and warnings about how the encoding was read.
struct TrueEntry {
  std::map<std::string, std::string> value;  ///< decimal; for a format bits, hex and decimal
  std::vector<std::string> warnings;

  /// The value in one line: its digits; for a format bits, hex and decimal.
  std::string words() const;
};

/// The true value of the entry.  Throws Error, which names the option, if there is no such entry or
/// if a rounding cannot be decided.
TrueEntry true_entry(const EncodingOptions& encoding, const EntryOptions& asked);

}  // namespace sextant::tool
