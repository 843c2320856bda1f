#include "sextant/report/output/markdown_engines.hpp"

#include <vector>

#include "sextant/report/output/markdown_text.hpp"

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

std::string markdown_families(const nlohmann::json& families) {
  if (families.empty()) return "";
  std::vector<std::vector<std::string>> rows;
  for (const auto& line : families) {
    const auto &best = line["best"], &worst = line["worst"];
    rows.push_back({markdown_cell(line["name"]), markdown_cell(line["format"]),
                    markdown_position(line["below"]), markdown_cell(line["recipes"]),
                    markdown_cell(best["absolute"]), markdown_cell(best["recipe"]),
                    markdown_cell(worst["absolute"]), markdown_cell(worst["recipe"]),
                    markdown_position(worst["position"])});
  }
  return "## Encodings\n\nEvery encoding known by name, computed in float32: the sound recipes "
         "that "
         "are least and most off, by the largest absolute error found at the positions "
         "sampled.\n\n" +
         markdown_table({"encoding", "format", "positions below", "recipes", "least", "by", "most",
                         "by", "position"},
                        rows);
}

}  // namespace sextant
