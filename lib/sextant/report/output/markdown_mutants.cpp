#include "sextant/report/output/markdown_mutants.hpp"

#include <algorithm>
#include <vector>

#include <fmt/core.h>

#include "sextant/report/output/markdown_text.hpp"

namespace sextant {
namespace {

using nlohmann::json;
using Row = std::vector<std::string>;

std::ptrdiff_t killed(const json& rows) {
  return std::count_if(rows.begin(), rows.end(),
                       [](const json& row) { return !row["killed_by"].empty(); });
}

std::string killers(const json& row) {
  std::string text;
  for (const auto& name : row["killed_by"])
    text += (text.empty() ? "" : ", ") + markdown_escaped(name.get<std::string>());
  return text.empty() ? "none" : text;
}

std::string listing(const json& rows) {
  std::vector<Row> lines;
  for (const auto& row : rows) {
    lines.push_back({markdown_cell(row["name"]), markdown_cell(row["kind"]),
                     markdown_cell(row["layer"]), markdown_cell(row["why"]), killers(row)});
  }
  return markdown_table({"name", "kind", "layer", "what is wrong", "killed by"}, lines);
}

}  // namespace

std::string markdown_mutants(const json& mutants) {
  const std::string title = "## Mutants\n\n";
  if (mutants.is_null()) {
    return title +
           "Not run. `scripts/mutants` makes them and writes build/mutants/matrix.json, which "
           "`scripts/report` then shows, as does `sextant report --mutants FILE`.\n\n";
  }
  const json& wrong = mutants["mutants"];
  const json& right = mutants["controls"];
  return title +
         fmt::format(
             "{} of {} programs that were made wrong on purpose fail a test (edit: of the "
             "library; fault: a wrong recipe), and {} of {} that are right though different "
             "fail none. Measured {}, commit {}.\n\n",
             killed(wrong), wrong.size(), static_cast<std::ptrdiff_t>(right.size()) - killed(right),
             right.size(), markdown_escaped(mutants["date"].get<std::string>()),
             markdown_escaped(mutants["commit"].get<std::string>())) +
         listing(wrong) + "### Controls\n\n" + listing(right);
}

}  // namespace sextant
