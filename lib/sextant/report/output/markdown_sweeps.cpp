#include <algorithm>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "sextant/report/output/markdown_sections.hpp"
#include "sextant/report/output/markdown_text.hpp"

namespace sextant {
namespace {

using nlohmann::json;
using Row = std::vector<std::string>;

std::string share(const json& sweep, const char* key) {
  const double entries = sweep["entries"].get<double>();
  if (entries == 0) return "–";
  return markdown_cell(100 * sweep[key].get<double>() / entries) + " %";
}

/// Value, position and channel; three dashes if there is none.
void add_witness(Row& row, const json& worst) {
  for (const char* key : {"value", "position", "channel"})
    row.push_back(worst.is_null() ? "–" : markdown_cell(worst[key]));
}

std::string largest(const json& all) {
  if (all.empty()) return "";
  std::vector<Row> rows;
  for (const json& one : all) {
    Row& row = rows.emplace_back(Row{markdown_cell(one["recipe"]), markdown_cell(one["format"]),
                                     markdown_cell(one["models"])});
    add_witness(row, one["worst"]);
    row.push_back(markdown_cell(one["model"]));
  }
  return "### The largest error of any model's table below 2^20\n\n" +
         markdown_table(
             {"recipe", "format", "models", "largest error", "position", "channel", "of"}, rows);
}

std::string listing(const json& sweeps, const std::string& format) {
  std::vector<Row> rows;
  for (const json& sweep : sweeps) {
    if (sweep["format"] != format) continue;
    const json& model = sweep["model"];
    Row& row = rows.emplace_back(Row{
        markdown_cell(model.is_null() ? sweep["encoding"] : model), markdown_cell(sweep["recipe"]),
        markdown_cell(sweep["positions"]), share(sweep, "misrounded"), share(sweep, "unfaithful")});
    add_witness(row, sweep["worst"]["absolute"]);
    row.push_back(markdown_cell(sweep["beyond"]["1e-3"]));
    row.push_back(markdown_cell(sweep["command"]));
  }
  return fmt::format("### Sweeps in {}\n\n", markdown_escaped(format)) +
         markdown_table({"table", "recipe", "positions", "not correctly rounded", "not faithful",
                         "largest error", "position", "channel", "beyond 0.001 from", "command"},
                        rows);
}

/// For the sweeps that measured defects.
std::string defects(const json& sweeps) {
  std::vector<Row> rows;
  for (const json& sweep : sweeps) {
    const json& found = sweep["defects"];
    if (found.is_null()) continue;
    const json& model = sweep["model"];
    Row& row = rows.emplace_back(Row{markdown_cell(model.is_null() ? sweep["encoding"] : model),
                                     markdown_cell(sweep["recipe"]), markdown_cell(sweep["format"]),
                                     markdown_cell(sweep["positions"])});
    for (const char* key : {"norm", "shift", "rotation"}) {
      const json& worst = found[key];
      row.push_back(worst.is_null() ? "–"
                                    : markdown_cell(worst["value"]) + " at " +
                                          markdown_cell(worst["position"]));
    }
    row.push_back(markdown_cell(sweep["command"]));
  }
  if (rows.empty()) return "";
  return "### By how much rows break identities\n\n" +
         markdown_table({"table", "recipe", "format", "positions", "norm of a pair",
                         "dot product of neighbours", "rotation to the next row", "command"},
                        rows);
}

std::string refusals(const json& all) {
  if (all.empty()) return "";
  std::vector<Row> rows;
  for (const json& one : all)
    rows.push_back({markdown_cell(one["command"]), markdown_cell(one["why"])});
  return "### Sweeps that could not be done\n\n" + markdown_table({"command", "why"}, rows);
}

std::string sweeps_summary(const json& all) {
  double entries = 0;
  for (const json& sweep : all["sweeps"]) entries += sweep["entries"].get<double>();
  return fmt::format(
      "{} sweeps, every entry of every position measured: {} entries. No larger error exists where "
      "they looked, and each has its place. {} could not be done. Measured {} by {}, sextant {}, "
      "commit {}, on {}.\n\n",
      all["sweeps"].size(), markdown_cell(entries), all["refused"].size(),
      markdown_cell(all["date"]), markdown_cell(all["command"]), markdown_cell(all["sextant"]),
      markdown_cell(all["commit"]), markdown_cell(all["cpu"]));
}

}  // namespace

std::string markdown_sweeps(const json& sweeps) {
  const std::string title = "## Sweeps\n\n";
  if (sweeps.is_null()) {
    return title +
           "Not run. `scripts/sweeps` measures them and writes build/sweeps/sweeps.json, which "
           "`scripts/report` then shows, as does `sextant report --sweeps FILE`.\n\n";
  }
  std::string text = title + sweeps_summary(sweeps) + largest(sweeps["largest"]);
  std::vector<std::string> formats;
  for (const json& sweep : sweeps["sweeps"]) {
    const auto format = sweep["format"].get<std::string>();
    if (std::find(formats.begin(), formats.end(), format) != formats.end()) continue;
    formats.push_back(format);
    text += listing(sweeps["sweeps"], format);
  }
  return text + defects(sweeps["sweeps"]) + refusals(sweeps["refused"]);
}

}  // namespace sextant
