#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "sextant/report/output/markdown_sections.hpp"
#include "sextant/report/output/markdown_text.hpp"

namespace sextant {
namespace {

using nlohmann::json;
using Row = std::vector<std::string>;

/// A column of a group's table: its title, and its text for a theorem.
struct Column {
  const char* title;
  std::string (*cell)(const json& theorem);
};

std::string about(const json& theorem, const char* key) {
  return markdown_cell(theorem["about"][key]);
}

/// The offsets, each with its distance.
std::string offsets(const json& theorem) {
  std::string text;
  for (const auto& one : theorem["offsets"]) {
    text += fmt::format("{}D({}) = {}", text.empty() ? "" : ", ", markdown_cell(one["offset"]),
                        markdown_cell(one["distance"]));
  }
  return text.empty() ? markdown_cell(theorem["result"]) : text;
}

std::string collision(const json& theorem) {
  const json& rows = theorem["collision"];
  if (rows.is_null()) return markdown_cell(theorem["result"]);
  return markdown_cell(rows["earlier"]) + " and " + markdown_cell(rows["later"]);
}

std::string confirmed(const json& theorem) {
  const json& check = theorem["check"];
  if (check.is_null()) return "not checked";
  if (!check["confirmed"].get<bool>()) return "not confirmed: " + markdown_cell(check["what"]);
  return "in " + markdown_cell(check["seconds"]) + " s";
}

const Column kDim{"d", [](const json& t) { return about(t, "dim"); }};
const Column kBase{"base", [](const json& t) { return about(t, "base"); }};
const Column kPositions{"positions", [](const json& t) { return about(t, "positions"); }};
const Column kFormat{"format", [](const json& t) { return about(t, "format"); }};
const Column kOutcome{"outcome", [](const json& t) { return markdown_cell(t["outcome"]); }};
const Column kStatement{"statement", [](const json& t) { return markdown_cell(t["statement"]); }};
const Column kResult{"result", [](const json& t) { return markdown_cell(t["result"]); }};

/// The last column of every table: the method of proof.
const std::vector<Column> kProof{
    {"method", [](const json& t) { return markdown_cell(t["method"]); }},
    {"seconds", [](const json& t) { return markdown_cell(t["seconds"]); }},
    {"confirmed by another route", confirmed},
    {"command", [](const json& t) { return markdown_cell(t["command"]); }}};

struct Group {
  std::string_view theorem;  ///< empty: every identity
  const char* title;
  std::vector<Column> columns;
};

const std::vector<Group>& groups() {
  static const std::vector<Group> all{
      {"uniqueness",
       "Uniqueness: the least distance of two rows",
       {kDim, kBase, kPositions, kOutcome, {"least distance", offsets}}},
      {"neighbours",
       "Neighbours: the closest pair of rows is a neighbouring one",
       {kDim, kBase, kPositions, kOutcome, {"distances", offsets}}},
      {"near-collisions",
       "Near collisions: the offsets of least distance",
       {kDim, kBase, kPositions, kOutcome, {"distances", offsets}}},
      {"distinct-rows",
       "Distinct rows: rows rounded to a format are distinct",
       {kDim, kFormat, kPositions, kOutcome, {"first rows alike", collision}}},
      {"sixteen-bit", "Tables of 16-bit numbers", {kStatement, kOutcome, kResult}},
      {"", "Identities", {kStatement, kOutcome, kResult}}};
  return all;
}

bool is_of(const Group& group, const json& theorem) {
  const auto& name = theorem["theorem"].get_ref<const std::string&>();
  if (!group.theorem.empty()) return name == group.theorem;
  return std::none_of(groups().begin(), groups().end(),
                      [&](const Group& other) { return name == other.theorem; });
}

std::string listing(const Group& group, const json& theorems) {
  std::vector<Column> columns = group.columns;
  columns.insert(columns.end(), kProof.begin(), kProof.end());
  Row titles;
  for (const Column& column : columns) titles.emplace_back(column.title);
  std::vector<Row> rows;
  for (const auto& theorem : theorems) {
    if (!is_of(group, theorem)) continue;
    Row& row = rows.emplace_back();
    for (const Column& column : columns) row.push_back(column.cell(theorem));
  }
  return rows.empty() ? "" : markdown_table(titles, rows);
}

std::string thresholds(const json& all) {
  std::string text;
  for (const auto& one : all) {
    text += fmt::format(
        "Base {}, positions {}: neighbours are the closest pair for every even d "
        "from {} to {}{}.\n\n",
        markdown_cell(one["base"]), markdown_cell(one["positions"]), markdown_cell(one["from"]),
        markdown_cell(one["to"]),
        one["fails"].is_null() ? std::string()
                               : ", and are not for d = " + markdown_cell(one["fails"]));
  }
  return text;
}

std::string theorems_summary(const json& all) {
  const auto count = [&](auto wanted) {
    return std::count_if(all["theorems"].begin(), all["theorems"].end(), wanted);
  };
  const auto outcome = [&](const char* name) {
    return count([&](const json& t) { return t["outcome"] == name; });
  };
  const auto sound =
      count([](const json& t) { return !t["check"].is_null() && t["check"]["confirmed"] == true; });
  return fmt::format(
      "Statements about every position of a range: {} hold, {} fail, with the place, {} are open, "
      "{} were not finished and {} refused. {} were confirmed by another route, Arb and integers. "
      "D(k) is the squared distance of two rows k apart. Measured {} by {}, sextant {}, commit "
      "{}, on {}.\n\n",
      outcome("holds"), outcome("fails"), outcome("open"), outcome("unfinished"),
      outcome("refused"), sound, markdown_cell(all["date"]), markdown_cell(all["command"]),
      markdown_cell(all["sextant"]), markdown_cell(all["commit"]), markdown_cell(all["cpu"]));
}

}  // namespace

std::string markdown_theorems(const json& theorems) {
  const std::string title = "## Theorems\n\n";
  if (theorems.is_null()) {
    return title +
           "Not run. `scripts/theorems` proves them and writes build/theorems/theorems.json, which "
           "`scripts/report` then shows, as does `sextant report --theorems FILE`.\n\n";
  }
  std::string text = title + theorems_summary(theorems);
  for (const Group& group : groups()) {
    const std::string rows = listing(group, theorems["theorems"]);
    if (rows.empty()) continue;
    text += fmt::format("### {}\n\n", group.title);
    if (group.theorem == "neighbours") text += thresholds(theorems["thresholds"]);
    text += rows;
  }
  return text;
}

}  // namespace sextant
