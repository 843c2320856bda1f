#include "sextant/report/output/markdown_bounds.hpp"

#include "sextant/report/output/markdown_text.hpp"

namespace sextant {

using nlohmann::json;

std::string markdown_bounds(const json& bounds) {
  if (bounds.is_null() || bounds.empty()) return "";
  std::vector<std::vector<std::string>> rows;
  for (const auto& line : bounds) {
    std::vector<std::string> row;
    for (const auto* key : {"property", "term", "equation", "format", "arithmetic", "ratio",
                            "value", "bound", "recipe"})
      row.push_back(line[key] == "" ? "–" : markdown_cell(line[key]));
    row.push_back(markdown_position(line["position"]));
    row.push_back(markdown_position(line["offset"]));
    row.push_back(line["pair"].is_null() ? "all" : markdown_cell(line["pair"]));
    rows.push_back(std::move(row));
  }
  return "## Bounds\n\nHow near the sound recipes come to what is derived of each property, part "
         "by "
         "part: the largest ratio found, and where. Equations are those of "
         "reports/derivations/invariance.md. For compositions the position is how many there "
         "were.\n\n" +
         markdown_table({"property", "part", "equation", "format", "arithmetic", "ratio", "off by",
                         "bound", "recipe", "position", "offset", "pair"},
                        rows);
}

}  // namespace sextant
