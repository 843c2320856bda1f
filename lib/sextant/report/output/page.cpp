#include "sextant/report/output/page.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/real/error.hpp"
#include "sextant/report/document/assets.hpp"
#include "sextant/report/document/schema.hpp"
#include "sextant/report/experiment/answer.hpp"
#include "sextant/report/output/compressed.hpp"

namespace sextant {
namespace {

using nlohmann::json;

std::string html_escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string for_script(const json& document) {
  try {
    return compressed(document.dump());
  } catch (const json::type_error& error) {
    throw Error(std::string("report document: a text is not UTF-8: ") + error.what());
  }
}

std::string without_source_map(std::string_view script) {
  return std::string(script.substr(0, script.find("\n//# sourceMappingURL=")));
}

std::string library_elements() {
  std::string result;
  for (const auto library : assets::libraries()) {
    result += "<script>" + without_source_map(library) + "</script>\n";
  }
  return result;
}

/// Removes indentation: no literal of the scripts spans lines.
std::string own_scripts() {
  std::string result;
  for (const auto script : assets::scripts()) {
    for (const char c : script) {
      if (c != ' ' || !result.ends_with('\n')) result += c;
    }
  }
  return result;
}

/// Replaces each `{{name}}` by its value, in one pass: values are not searched again.
std::string filled(std::string_view skeleton,
                   const std::map<std::string_view, std::string>& values) {
  std::string result;
  while (true) {
    const auto open = skeleton.find("{{");
    if (open == std::string_view::npos) return result.append(skeleton);
    const auto close = skeleton.find("}}", open);
    result.append(skeleton.substr(0, open));
    result += values.at(skeleton.substr(open + 2, close - open - 2));
    skeleton.remove_prefix(close + 2);
  }
}

/// The project's records, which have a page of their own.
constexpr std::array kRecords = {"speed", "mutants", "theorems", "sweeps", "confusion"};

/// The sweeps of the report's encoding; null if there are none.
json own_sweeps(const json& report) {
  json sweeps = report.value("sweeps", json());
  if (sweeps.is_null()) return sweeps;
  json own = json::array();
  for (const json& one : sweeps["sweeps"])
    if (one["encoding"] == report["encoding"]) own.push_back(one);
  if (own.empty()) return nullptr;
  sweeps["sweeps"] = std::move(own);
  sweeps["largest"] = sweeps["refused"] = json::array();
  return sweeps;
}

bool has_records(const json& report) {
  return std::any_of(kRecords.begin(), kRecords.end(),
                     [&](const char* key) { return report.contains(key); });
}

/// What is shown without scripts: the answer, and its table.
std::string static_answer(const json& answer) {
  const auto row = [](const std::vector<std::string>& cells, const char* element) {
    std::string text = "<tr>";
    for (const std::string& cell : cells)
      text += fmt::format("<{}>{}</{}>", element, html_escaped(cell), element);
    return text + "</tr>\n";
  };
  const auto cells = answer_table(answer);
  std::string text = fmt::format(
      "<p>{}</p>\n<table><caption>Recipes over {} positions, stored in "
      "{}</caption>\n<thead>{}</thead>\n<tbody>",
      html_escaped(answer["sentence"].get<std::string>()),
      html_escaped(answer["context"].get<std::string>()),
      html_escaped(answer["format"].get<std::string>()), row(cells[0], "th"));
  for (std::size_t i = 1; i < cells.size(); ++i) text += row(cells[i], "td");
  return text + "</tbody></table>\n";
}

std::string filled_page(const json& document, const std::string& title, const std::string& heading,
                        const std::string& encoding, const std::string& answer) {
  const auto text = [&](const char* key) { return html_escaped(document[key].get<std::string>()); };
  return filled(assets::skeleton(), {{"title", html_escaped(title)},
                                     {"heading", html_escaped(heading)},
                                     {"encoding", html_escaped(encoding)},
                                     {"created", text("created")},
                                     {"version", text("sextant")},
                                     {"style", std::string(assets::style())},
                                     {"answer", answer},
                                     {"document", for_script(document)},
                                     {"libraries", library_elements()},
                                     {"scripts", own_scripts()}});
}

}  // namespace

std::string page(const json& report, bool beside_exact) {
  require_report(report);
  json document = report;
  const json sweeps = own_sweeps(report);
  document["evidence"] = has_records(report);
  if (beside_exact) document["exact_page"] = kExactPage;
  for (const char* key : kRecords) document.erase(key);
  if (!sweeps.is_null()) document["sweeps"] = sweeps;
  const auto encoding = report["encoding"].get<std::string>();
  return filled_page(document, "Precision of " + encoding, "Which recipe is accurate enough?",
                     encoding, static_answer(report["answer"]));
}

std::optional<std::string> evidence_page(const json& report) {
  require_report(report);
  if (!has_records(report)) return std::nullopt;
  json document = {{"schema", "sextant-evidence"}};
  for (const char* key : {"sextant", "created", "commit"}) document[key] = report[key];
  for (const char* key : kRecords)
    if (report.contains(key)) document[key] = report[key];
  return filled_page(document, "Evidence", "Evidence", "records of the project", "");
}

}  // namespace sextant
