#pragma once

#include <map>
#include <string>
#include <vector>

#include "sextant/number/format.hpp"
#include "tool/command/command.hpp"
#include "tool/options/options.hpp"

namespace sextant::tool {

/// Which entry of an encoding, and how it is to be written: each as its option says, or empty.
struct EntryOptions {
  std::string position;
  std::string channel;
  std::string digits;
  std::string format;

  /// Adds them to a subcommand.  The object must outlive the parse.
  void add(Command& subcommand);
};

/// The true value of an entry, and what there is to know about how the encoding was read.
struct TrueEntry {
  std::map<std::string, std::string> value;  ///< decimal; of a format bits, hex and decimal
  std::vector<std::string> warnings;
};

/// Throws Error, naming the option, for what is no entry, and where a rounding is not decided.
TrueEntry true_entry(const EncodingOptions& encoding, const EntryOptions& asked);

}  // namespace sextant::tool
