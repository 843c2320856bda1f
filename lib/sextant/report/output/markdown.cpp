#include "sextant/report/output/markdown.hpp"

#include <sstream>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "sextant/report/document/schema.hpp"
#include "sextant/report/experiment/answer.hpp"
#include "sextant/report/output/markdown_grid.hpp"
#include "sextant/report/output/markdown_text.hpp"

namespace sextant {
namespace {

using nlohmann::json;
using Row = std::vector<std::string>;

std::string name_of(const json& member) { return member.get<std::string>(); }

/// bfloat16, or "bfloat16 (computed in float32)".
std::string variant(const json& series) {
  const auto format = name_of(series["format"]);
  const auto computed_in = name_of(series["computed_in"]);
  return format == computed_in ? format : format + " (computed in " + computed_in + ")";
}

std::string worst_value(const json& worst) {
  return worst.is_null() ? "–" : markdown_cell(worst["value"]);
}

/// The report's given table, if any: its verdict as printed.
std::string foreign_table(const json& table) {
  if (table.is_null()) return "";
  std::string text = "## The table\n\n", line;
  std::istringstream lines(name_of(table["words"]));
  while (std::getline(lines, line)) text += "    " + line + "\n";
  return text + "\n";
}

std::string safe_cell(const json& range) {
  const auto& violation = range["first_violation"];
  if (violation.is_null()) return "none below " + markdown_position(range["searched_to"]);
  const auto position = markdown_position(violation["position"]);
  return range["kind"] == "exhaustive" ? position : "≤ " + position;
}

std::string safe_ranges(const json& report) {
  std::string text =
      "## Safe ranges\n\nThe first position at which a recipe breaks the criterion. Small "
      "positions "
      "were all tried, up to the octave that report.json names (exhaustive_to). ≤: none of these "
      "fails, and this is the first failure in a sample of larger positions, so that the first of "
      "all "
      "may be lower. None: no failure in either.\n\n";
  Row criteria;
  for (const auto& range : report["safe_ranges"]) note(criteria, name_of(range["criterion"]));
  for (const auto& criterion : criteria) {
    MarkdownGrid grid("recipe");
    for (const auto& range : report["safe_ranges"]) {
      if (range["criterion"] != criterion) continue;
      grid.put(markdown_escaped(name_of(range["recipe"])), variant(range), safe_cell(range));
    }
    text += fmt::format("### Criterion: {}\n\n{}", markdown_escaped(criterion), grid.text());
  }
  return text;
}

std::string octave_name(const json& octave) {
  return markdown_position(octave["from"]) + " … " + markdown_position(octave["to"]);
}

/// The largest absolute errors of one format in every fourth octave, and in the last.
std::string drift_of(const json& all_series, const std::string& wanted, bool steps) {
  MarkdownGrid grid(steps ? "steps" : "positions");
  bool any = false;
  for (const auto& series : all_series) {
    if (variant(series) != wanted || series["steps"] != steps) continue;
    const auto& octaves = series["octaves"];
    for (std::size_t k = 0; k < octaves.size(); ++k) {
      if (k % 4 != 0 && k + 1 != octaves.size()) continue;
      grid.put(octave_name(octaves[k]), name_of(series["recipe"]),
               worst_value(octaves[k]["absolute"]));
      any = true;
    }
  }
  if (!any) return "";
  return fmt::format("### {}{}\n\n{}", markdown_escaped(wanted),
                     steps ? ", sequential recipes" : "", grid.text());
}

std::string drift(const json& report) {
  std::string text =
      "## Drift\n\nThe largest absolute error found in an octave of positions; every fourth "
      "octave, "
      "and the last.\n\n";
  Row variants;
  for (const auto& series : report["drift"]) note(variants, variant(series));
  for (const auto& name : variants)
    text += drift_of(report["drift"], name, false) + drift_of(report["drift"], name, true);
  return text;
}

std::string answer(const json& answer) {
  auto cells = answer_table(answer);
  const Row titles = std::move(cells.front());
  cells.erase(cells.begin());
  for (Row& row : cells)
    for (std::string& cell : row) cell = markdown_escaped(cell);
  return fmt::format("{}\n\nRecipes over {} positions, stored in {}:\n\n{}",
                     markdown_escaped(name_of(answer["sentence"])),
                     markdown_escaped(name_of(answer["context"])),
                     markdown_escaped(name_of(answer["format"])), markdown_table(titles, cells));
}

std::string engine_cell(const json& cell) {
  if (cell["kind"] == "no bound") return "no bound";
  return (cell["kind"] == "measured" ? "" : "≤ ") + markdown_cell(cell["value"]);
}

std::string engines(const json& lines) {
  std::string text;
  Row formats;
  for (const auto& line : lines) note(formats, name_of(line["format"]));
  for (const auto& format : formats) {
    MarkdownGrid grid("engine");
    for (const auto& line : lines) {
      if (line["format"] != format) continue;
      const auto engine = markdown_escaped(name_of(line["engine"]));
      grid.put(engine, "recipe", markdown_cell(line["recipe"]));
      grid.put(engine, "library or device", markdown_cell(line["library"]));
      for (const auto& cell : line["contexts"])
        grid.put(engine, "below " + name_of(cell["context"]), engine_cell(cell));
    }
    text += fmt::format("### {}\n\n{}", markdown_escaped(format), grid.text());
  }
  if (text.empty()) return text;
  return "## Engines\n\nThe largest error over a context: ≤ is a bound derived from the documented "
         "accuracy of the library or device, a plain number was measured here. No bound: the "
         "standard promises none.\n\n" +
         text;
}

std::string how_measured(const json& report) {
  std::vector<Row> rows = {{"sextant", markdown_cell(report["sextant"])},
                           {"commit", markdown_cell(report["commit"])},
                           {"created", markdown_cell(report["created"])},
                           {"command", markdown_cell(report["command"])},
                           {"seconds", markdown_cell(report["seconds"])}};
  for (const auto* part : {"environment", "seeds"}) {
    for (const auto& [key, value] : report[part].items()) {
      const std::string kind = std::string(part) == "seeds" ? "seed of " : "";
      rows.push_back({kind + markdown_escaped(key), markdown_cell(value)});
    }
  }
  return "## How it was measured\n\n" + markdown_table({"what", "value"}, rows);
}

}  // namespace

std::string markdown(const nlohmann::json& report) {
  require_report(report);
  return fmt::format("# Precision of {}\n\n", markdown_escaped(name_of(report["encoding"]))) +
         answer(report["answer"]) +
         "Everything else that was measured is in index.html, report.json and data/\\*.csv.\n\n" +
         foreign_table(report.value("table", json())) + safe_ranges(report) +
         engines(report.value("engines", json::array())) + drift(report) + how_measured(report);
}

}  // namespace sextant
