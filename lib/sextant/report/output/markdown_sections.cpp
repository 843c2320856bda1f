#include "sextant/report/output/markdown_sections.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "sextant/report/output/markdown_grid.hpp"
#include "sextant/report/output/markdown_text.hpp"

namespace sextant {
namespace {

using nlohmann::json;
using Row = std::vector<std::string>;

Row query_row(const json& series, const json& query) {
  return {markdown_cell(series["encoding"]),        markdown_cell(series["table"]),
          markdown_cell(series["format"]),          markdown_position(query["position"]),
          markdown_cell(query["score"]["value"]),   markdown_cell(query["score"]["offset"]),
          markdown_cell(query["score_bound"]),      markdown_cell(query["weight"]["value"]),
          markdown_cell(query["weight"]["offset"]), markdown_cell(query["variation"]),
          markdown_cell(query["variation_bound"])};
}

constexpr const char* kFields[] = {"statement", "verdict", "because", "heard", "property"};

/// `proved: 3; refuted: 1`, in the order of first occurrence.
std::string counts(const json& claims) {
  std::vector<std::string> verdicts;
  std::map<std::string, int> number;
  for (const auto& claim : claims) {
    const auto verdict = claim["verdict"].get<std::string>();
    note(verdicts, verdict);
    ++number[verdict];
  }
  std::string text;
  for (const std::string& verdict : verdicts)
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", verdict, number[verdict]);
  return text;
}

std::string subject_table(const json& claims, const std::string& subject) {
  std::vector<Row> rows;
  for (const auto& claim : claims) {
    if (claim["subject"] != subject) continue;
    Row row;
    for (const char* field : kFields) row.push_back(markdown_cell(claim[field]));
    rows.push_back(row);
  }
  return fmt::format(
      "### {}\n\n{}", markdown_escaped(subject),
      markdown_table({"statement", "verdict", "because", "heard in", "property"}, rows));
}

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

std::string markdown_attention(const nlohmann::json& attention) {
  if (attention.is_null()) return "";
  std::vector<Row> rows;
  for (const auto& series : attention["series"]) {
    for (const auto& query : series["queries"]) rows.push_back(query_row(series, query));
  }
  return fmt::format(
      "## What attention sees\n\nHow much does rounding in the encoding change what attention "
      "sees? {}\n\nThe query stands at the position, and {} keys from there on back, all of fixed "
      "pseudo-random vectors. Scores are products over √d, weights their softmax, both in wide "
      "arithmetic: what moves them is the table alone. Δ: the largest change at any key, and the "
      "key's offset; variation: half the sum of all changes of weights. The bounds are derived, "
      "and "
      "that of the variation is each weight's too.\n\n{}",
      markdown_escaped(attention["sentence"].get<std::string>()), attention["keys"].get<int>(),
      markdown_table({"encoding", "table", "format", "position", "Δ score", "at offset",
                      "its bound", "Δ weight", "at offset", "variation", "its bound"},
                     rows));
}

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

std::string markdown_claims(const nlohmann::json& claims) {
  if (claims.is_null()) return "";
  std::vector<std::string> subjects;
  for (const auto& claim : claims) note(subjects, claim["subject"].get<std::string>());
  std::string text = fmt::format(
      "## Statements, settled\n\nWhat is often said of positional encodings, and what computation "
      "makes of it. The property is the test that settles it. Verdicts: {}.\n\n",
      markdown_escaped(counts(claims)));
  for (const std::string& subject : subjects) text += subject_table(claims, subject);
  return text;
}

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
