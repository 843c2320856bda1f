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
  std::string axis;

  /// Adds them to a subcommand.  The object must outlive the parse.
  void add(Command& subcommand);
  /// Throws Error for --part rotated without vectors, and for vectors with another part.
  void expect(Part part) const;
  /// Adds to a question what they say of it.  Throws Error for an axis that is no number.
  void ask(verify::Question& question) const;
};

/// The verdict on the vectors of a file, made of those given.  The shape said of it is theirs too.
verify::Verdict verify_rotated(const InputOptions& given, const TableFile& file,
                               verify::Question question);

/// Writes what truly becomes of the vectors given, correctly rounded to `format`, or to their own
/// where that is empty.
void write_rotated(const InputOptions& given, const OutputOptions& output,
                   const std::string& format, verify::Question question);

}  // namespace sextant::tool
