#include "sextant/report/markdown_engines.hpp"

#include <vector>

#include "sextant/report/markdown_text.hpp"

namespace sextant {

std::string markdown_engines(const nlohmann::json& engines) {
  if (engines.empty()) return "";
  std::vector<std::vector<std::string>> rows;
  for (const auto& line : engines) {
    rows.push_back({markdown_cell(line["engine"]), markdown_cell(line["recipe"]),
                    markdown_cell(line["format"]), markdown_cell(line["absolute"]),
                    markdown_position(line["position"]), markdown_cell(line["source"])});
  }
  return "## Engines\n\n" + markdown_escaped(engines[0]["sentence"].get<std::string>()) +
         " The same of every engine, by what it computes: the largest absolute error found, at the "
         "positions sampled.\n\n" +
         markdown_table({"engine", "recipe", "format", "absolute error", "position", "where"},
                        rows);
}

}  // namespace sextant
