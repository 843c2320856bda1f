#pragma once

#include <functional>
#include <optional>
#include <string>

#include "sextant/verify/axial.hpp"
#include "sextant/verify/resampled/resampled.hpp"
#include "sextant/verify/verify.hpp"
#include "tool/command/command.hpp"
#include "tool/options/options.hpp"
#include "tool/options/positions.hpp"

namespace sextant::tool {

/// The options for judging a table.
class QuestionOptions {
 public:
  /// Adds the options of the encoding to a subcommand.  The object must outlive the parse.
  explicit QuestionOptions(Command& subcommand);
  /// Adds all other options.
  void add(Command& subcommand);
  /// Add --library and --time-limit alone; add() includes both.
  void add_library(Command& subcommand);
  void add_time_limit(Command& subcommand);

  verify::Question question() const;

  /// Opens a table; `integers` says whether it must hold integers.
  using Opened = std::function<Table(bool integers)>;
  /// The verdict on a table.  The table is opened after the options have been checked.
  verify::Verdict judge(const Opened& open, const verify::Progress& progress) const;
  /// A table of one coordinate, opened after the options have been checked, and the question about
  /// it. one() throws Error, which names `what`, for several coordinates and for rotated vectors.
  struct One {
    Table table;
    verify::Question question;
  };
  One one(const Opened& open, const std::string& what) const;
  /// The question about a resampled table.  Throws Error if an option does not go with it.
  verify::ResampledQuestion resampled(const resample::Resampling& how) const;
  /// The verdict, with warnings added about how the encoding was read.
  verify::Verdict warned(verify::Verdict verdict, bool several = false) const;

  EncodingOptions encoding;
  PositionOptions positions;
  std::string computed_in, library;
  std::string require = "rounding";
  std::string max_error, max_phase, time_limit;
  bool strict = false;

 private:
  /// The question about several coordinates. nullopt if the encoding has only one, or if its
  /// coordinates are equal.
  std::optional<verify::AxialQuestion> axial_question() const;
  One opened(const Opened& open) const;
  /// Sets the fields of a question that all kinds of encodings have.
  template <class Question>
  void ask(Question& question) const;
};

}  // namespace sextant::tool
