#pragma once

#include <string>

#include "sextant/verify/verify.hpp"
#include "tool/command/command.hpp"
#include "tool/options/files.hpp"
#include "tool/options/options.hpp"

namespace sextant::tool {

/// The options that say which vectors are turned.
struct InputOptions {
  std::string input, format;
  std::optional<std::string> tensor;

  /// Adds them to a subcommand.  The object must outlive the parse.
  void add(Command& subcommand);
  /// Throws Error for --part rotated without vectors, and for vectors with another part.
  void expect(Part part) const;
};

/// The verdict on the vectors of a file, made of those given.  The shape said of it is theirs too.
verify::Verdict verify_rotated(const InputOptions& given, const TableFile& file,
                               const verify::Question& question);

/// Writes what truly becomes of the vectors given, correctly rounded to `format`, or to their own
/// where that is empty.
void write_rotated(const InputOptions& given, const OutputOptions& output,
                   const std::string& format, const verify::Question& question);

}  // namespace sextant::tool
