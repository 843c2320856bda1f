#pragma once

#include <functional>
#include <optional>
#include <string>

#include "sextant/verify/axial.hpp"
#include "sextant/verify/verify.hpp"
#include "tool/command/command.hpp"
#include "tool/options/options.hpp"
#include "tool/options/positions.hpp"

namespace sextant::tool {

/// The options that say how a table is to be judged.
class QuestionOptions {
 public:
  /// Adds those of the encoding to a subcommand.  The object must outlive the parse.
  explicit QuestionOptions(Command& subcommand);
  /// Adds the others.
  void add(Command& subcommand);
  /// Adds --library and --time-limit, which add() does, too.
  void add_library(Command& subcommand);
  void add_time_limit(Command& subcommand);

  verify::Question question() const;

  /// A table, of integers where they are wanted.
  using Opened = std::function<Table(bool integers)>;
  /// The verdict on a table, which is opened once the options are known to mean something.
  verify::Verdict judge(const Opened& open, const verify::Progress& progress) const;
  /// A table of one coordinate, opened likewise, and the question about it.  Throws Error, naming
  /// `what`, for several coordinates and for rotated vectors.
  struct One {
    Table table;
    verify::Question question;
  };
  One one(const Opened& open, const std::string& what) const;
  /// A verdict, and what there is to know about how the encoding was read.
  verify::Verdict warned(verify::Verdict verdict, bool several = false) const;

  EncodingOptions encoding;
  PositionOptions positions;
  std::string computed_in, library;
  std::string require = "rounding";
  std::string max_error, max_phase, time_limit;
  bool strict = false;

 private:
  /// The question about several coordinates, where these are not equal.
  std::optional<verify::AxialQuestion> axial_question() const;
  One opened(const Opened& open) const;
  /// The part of a question that every kind of encoding has.
  template <class Question>
  void ask(Question& question) const;
};

}  // namespace sextant::tool
