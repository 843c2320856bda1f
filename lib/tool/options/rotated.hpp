#pragma once

#include <string>

#include "sextant/verify/verify.hpp"
#include "tool/command/command.hpp"
#include "tool/options/files.hpp"
#include "tool/options/options.hpp"

namespace sextant::tool {

/// The options for the vectors before a rotation.
struct InputOptions {
  std::string input, format;
  std::optional<std::string> tensor;
  std::string axis;

  /// Adds the options to a subcommand.  The object must outlive the parse.
  void add(Command& subcommand);
  /// Throws Error for --part rotated without vectors, and for vectors with another part.
  void expect(Part part) const;
  /// Opens the vectors before the rotation.  `of_other` is the format of bit patterns in the file
  /// of rotated vectors; it is used if --input-format is not given.  `shape` is the --shape of the
  /// other file, which both share.
  NpyVectors open(const std::optional<Format>& of_other,
                  const std::optional<std::vector<std::uint64_t>>& shape = {}) const;
  /// The format that --input-format gives; nullopt if it is not given.
  std::optional<Format> own_format() const;
  /// Sets the axis of a question.  Throws Error if the axis is not an integer.
  void ask(verify::Question& question) const;
};

/// The verdict on rotated vectors in a file; `given` names the file of vectors before the rotation.
/// The shape and format given for `file` apply to both files.
verify::Verdict verify_rotated(const InputOptions& given, const TableFile& file,
                               verify::Question question);

/// Writes the exact rotation of the given vectors, correctly rounded to `format`.  If `format` is
/// empty, it is the format of these vectors.
void write_rotated(const InputOptions& given, const OutputOptions& output,
                   const std::string& format, verify::Question question);

}  // namespace sextant::tool
