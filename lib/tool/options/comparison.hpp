#pragma once

#include "sextant/verify/compare/compare.hpp"
#include "tool/command/command.hpp"
#include "tool/options/pair.hpp"
#include "tool/options/question.hpp"

namespace sextant::tool {

/// The options for comparing two tables.
struct ComparisonOptions {
  /// Adds the options of the encoding to a subcommand.  The object must outlive the parse.
  explicit ComparisonOptions(Command& subcommand) : asked(subcommand) {}
  /// Adds all other options.
  void add(Command& subcommand);

  /// Opens both tables and returns their comparison, with warnings about how the encoding was read.
  /// Throws Error for a wrong option or file.
  verify::Comparison compare(const QuestionOptions::Opened& reference,
                             const QuestionOptions::Opened& mine,
                             const verify::Progress& progress) const;

  QuestionOptions asked;
  PairOptions files;
};

}  // namespace sextant::tool
