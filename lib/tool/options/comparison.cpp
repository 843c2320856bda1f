#include "tool/options/comparison.hpp"

namespace sextant::tool {

void ComparisonOptions::add(Command& subcommand) {
  files.add(subcommand);
  asked.positions.add(subcommand);
  asked.add_library(subcommand);
  asked.add_time_limit(subcommand);
}

verify::Comparison ComparisonOptions::compare(const QuestionOptions::Opened& reference,
                                              const QuestionOptions::Opened& mine,
                                              const verify::Progress& progress) const {
  const auto one = asked.one(reference, "compare");
  const Table other = asked.one(mine, "compare").table;
  verify::Comparison found = verify::compare(one.table, other, one.question, progress);
  for (const std::string& warning : asked.encoding.warnings()) found.warnings.push_back(warning);
  return found;
}

}  // namespace sextant::tool
