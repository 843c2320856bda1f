#pragma once

#include <string>

#include "sextant/resample/resampling.hpp"
#include "tool/options/question.hpp"
#include "tool/options/rotated.hpp"

namespace sextant::tool {

/// The options for a table that is resampled to another grid.
struct ResampledOptions {
  std::string size, input_size, mode, scale_factor, padding;

  /// Adds the options to a subcommand.  The object must outlive the parse.
  void add(Command& subcommand);
  /// Throws Error if one of them is given and the part is not `resampled`.
  void expect(Part part) const;
  /// How a table is made from this source.  Throws Error if an option is missing or wrong.
  resample::Resampling resampling(const EncodingOptions& encoding, const NpyVectors& source) const;
};

/// The verdict on a resampled table in a file; `input` names the source.
verify::Verdict verify_resampled(const ResampledOptions& options, const InputOptions& input,
                                 const TableFile& file, const QuestionOptions& asked);

/// Writes the given source resampled, correctly rounded to `format`.  If `format` is empty, it is
/// that of the source.
void write_resampled(const ResampledOptions& options, const InputOptions& input,
                     const OutputOptions& output, const std::string& format,
                     const EncodingOptions& encoding);

}  // namespace sextant::tool
