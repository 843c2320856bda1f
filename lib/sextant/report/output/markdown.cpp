#include "sextant/report/output/markdown.hpp"

#include <map>
#include <sstream>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "sextant/report/document/schema.hpp"
#include "sextant/report/output/markdown_grid.hpp"
#include "sextant/report/output/markdown_sections.hpp"
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

/// The octave of the series with the largest absolute error, or null.
json worst_octave(const json& series) {
  json worst;
  for (const auto& octave : series["octaves"]) {
    const auto& absolute = octave["absolute"];
    if (absolute.is_null() || !absolute["value"].is_number()) continue;
    if (worst.is_null() || absolute["value"] > worst["absolute"]["value"]) worst = octave;
  }
  return worst;
}

Row witness(const json& series) {
  Row row = {markdown_escaped(name_of(series["recipe"])), series["sound"] == true ? "yes" : "no"};
  const json octave = worst_octave(series);
  if (octave.is_null()) {
    row.resize(10, "–");
    return row;
  }
  const auto& absolute = octave["absolute"];
  row.push_back(markdown_cell(absolute["value"]));
  row.push_back(markdown_position(absolute.value("position", json())));
  for (const auto* key : {"channel", "got", "want"}) {
    row.push_back(markdown_cell(absolute.value(key, json())));
  }
  row.push_back(worst_value(octave["ulps"]));
  row.push_back(worst_value(octave["positions_off"]));
  row.push_back(markdown_cell(octave["fraction"]));
  return row;
}

std::string drift_of(const json& all_series, const std::string& wanted, bool steps) {
  MarkdownGrid grid(steps ? "steps" : "positions");
  std::vector<Row> witnesses;
  for (const auto& series : all_series) {
    if (variant(series) != wanted || series["steps"] != steps) continue;
    for (const auto& octave : series["octaves"]) {
      grid.put(octave_name(octave), name_of(series["recipe"]), worst_value(octave["absolute"]));
    }
    witnesses.push_back(witness(series));
  }
  if (witnesses.empty()) return "";
  return fmt::format(
      "### {}{}\n\nLargest absolute error in each octave:\n\n{}Where each recipe is worst, with "
      "the "
      "other measures of that octave:\n\n{}",
      markdown_escaped(wanted), steps ? ", sequential recipes" : "", grid.text(),
      markdown_table({"recipe", "sound", "absolute error", "position", "channel", "got", "want",
                      "ulps", "positions off", "fraction of bound"},
                     witnesses));
}

std::string drift(const json& report) {
  std::string text = "## Drift\n\n";
  Row variants;
  for (const auto& series : report["drift"]) note(variants, variant(series));
  for (const auto& name : variants) {
    text += drift_of(report["drift"], name, false) + drift_of(report["drift"], name, true);
  }
  return text;
}

std::string number_types(const json& report) {
  MarkdownGrid grid("positions");
  for (const auto& series : report["number_types"]) {
    for (const auto& octave : series["octaves"]) {
      grid.put(octave_name(octave), name_of(series["type"]) + ", " + name_of(series["recipe"]),
               worst_value(octave["absolute"]));
    }
  }
  return "## Number types\n\nLargest absolute error of one formula in each type.\n\n" + grid.text();
}

std::string defects(const json& report) {
  std::string text = "## Broken identities\n\n";
  for (const auto& [identity, all_series] : report["defects"].items()) {
    std::map<std::string, MarkdownGrid> grids;
    for (const auto& series : all_series) {
      auto& grid = grids.try_emplace(variant(series), "positions").first->second;
      for (const auto& octave : series["octaves"]) {
        grid.put(octave_name(octave), name_of(series["recipe"]), markdown_cell(octave["value"]));
      }
    }
    for (const auto& [name, grid] : grids) {
      text += fmt::format("### {}, {}\n\n{}", markdown_escaped(identity), markdown_escaped(name),
                          grid.text());
    }
  }
  return text;
}

std::string nearest_pairs(const json& report) {
  std::vector<Row> rows;
  for (const auto& pair : report["nearest_pairs"]) {
    rows.push_back({markdown_cell(pair.value("encoding", json())), markdown_cell(pair["format"]),
                    markdown_position(pair["below"]), markdown_cell(pair["distance_squared"]),
                    markdown_cell(pair.value("distance_error", json())),
                    markdown_position(pair["position"]), markdown_position(pair["other"]),
                    markdown_cell(pair["kind"])});
  }
  return "## Nearest pairs\n\nThe two nearest rows of each encoding; exact: of its real values. "
         "Every pair was tried, and the squared distance is known within its error.\n\n" +
         markdown_table({"encoding", "format", "positions below", "distance squared", "its error",
                         "position", "other", "kind"},
                        rows);
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
  return fmt::format(
             "# Precision of {}\n\n{}\n\nThe tables below give four digits; every figure and "
             "witness "
             "is in report.json and data/\\*.csv.\n\n",
             markdown_escaped(name_of(report["encoding"])),
             markdown_escaped(name_of(report["headline"]["sentence"]))) +
         foreign_table(report.value("table", json())) + safe_ranges(report) +
         markdown_engines(report.value("engines", json())) + drift(report) + number_types(report) +
         defects(report) + markdown_bounds(report.value("bounds", json())) + nearest_pairs(report) +
         markdown_families(report.value("families", json())) +
         markdown_attention(report.value("attention", json())) +
         markdown_claims(report.value("claims", json())) +
         markdown_theorems(report.value("theorems", json())) +
         markdown_sweeps(report.value("sweeps", json())) +
         markdown_speed(report.value("speed", json())) +
         markdown_mutants(report.value("mutants", json())) +
         markdown_confusion(report.value("confusion", json())) + how_measured(report);
}

}  // namespace sextant
