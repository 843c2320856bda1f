#include "tool/verb/against.hpp"

#include <fmt/core.h>

#include "sextant/verify/compare/against.hpp"
#include "tool/options/options.hpp"
#include "tool/options/progress.hpp"

namespace sextant::tool {

Judged print_against(const Table& table, const verify::Question& asked, const std::string& recipe,
                     const std::vector<std::string>& warnings, bool json) {
  verify::Likeness found;
  {
    ProgressLine progress("holding " + table.name() + " against " + recipe);
    found = read_option("--against",
                        [&] { return verify::against(table, asked, recipe, progress.callback()); });
  }
  for (const std::string& warning : warnings) found.claim.warnings.push_back(warning);
  const std::string words = verify::to_words(found, table.name());
  if (json)
    fmt::print("{}\n", verify::json_text(found));
  else
    fmt::print("{}", words);
  return {found.reproduces() ? 0 : 1, words.substr(0, words.find('\n')), words};
}

}  // namespace sextant::tool
