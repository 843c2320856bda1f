#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "sextant/report/output/markdown_sections.hpp"
#include "sextant/report/output/markdown_text.hpp"

namespace sextant {
namespace {

using nlohmann::json;
using Row = std::vector<std::string>;

std::string count(const json& object, const char* key) { return markdown_cell(object[key]); }

std::string mistaken(const json& row) {
  std::string text;
  for (const auto& other : row["mistaken_for"]) {
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", markdown_cell(other["name"]),
                        markdown_cell(other["count"]));
  }
  return text;
}

std::string matrix(const json& rows) {
  std::vector<Row> lines;
  for (const auto& row : rows) {
    Row line{markdown_cell(row["truth"]), markdown_cell(row["with"])};
    for (const char* key :
         {"tables", "invisible", "named", "equal", "unexplained", "wrong", "passes"})
      line.push_back(count(row, key));
    line.push_back(mistaken(row));
    lines.push_back(std::move(line));
  }
  return markdown_table({"fault", "with", "tables", "invisible", "named", "as equal numbers",
                         "unexplained", "wrong", "passes", "taken for"},
                        lines);
}

std::string misses(const json& rows) {
  if (rows.empty()) return "";
  std::vector<Row> lines;
  for (const auto& row : rows) {
    lines.push_back({markdown_cell(row["truth"]), markdown_cell(row["found"]),
                     markdown_cell(row["outcome"]), markdown_cell(row["command"])});
  }
  return "### Misses\n\n" + markdown_table({"fault", "found", "outcome", "repeats it"}, lines);
}

/// The fraction of visible faulty tables whose fault is named, by kind; empty if the counts have no
/// kinds.
std::string by_kind(const json& all) {
  if (!all.contains("alone") || !all.contains("in_pairs")) return "";
  const auto rate = [](const json& of) {
    return fmt::format("{} of {}", of["named"].get<long>() + of["equal"].get<long>(),
                       of["tables"].get<long>() - of["invisible"].get<long>());
  };
  return fmt::format("Of the visible ones with one fault {} are named, with two {}. ",
                     rate(all["alone"]), rate(all["in_pairs"]));
}

std::string summary(const json& all) {
  const json& sound = all["sound"];
  const json& faulty = all["faulty"];
  return fmt::format(
      "Tables that NumPy programs make, written apart from Sextant, and what `sextant verify` "
      "calls "
      "them. Of {} sound ones {} pass, {} are accused of a fault and {} unexplained; with no "
      "encoding given, {} are accused. Of {} faulty ones {} are invisible: within the bounds of a "
      "sound program. Of the others {} are named rightly, {} by another name for the same numbers, "
      "{} unexplained, {} named wrongly, and {} pass. {}Measured {} by {}, sextant {}, commit {}, "
      "on "
      "{}, in {} s.\n\n",
      count(sound, "tables"), count(sound, "passed"), count(sound, "accused"),
      count(sound, "unexplained"), count(sound, "guessed"), count(faulty, "tables"),
      count(faulty, "invisible"), count(faulty, "named"), count(faulty, "equal"),
      count(faulty, "unexplained"), count(faulty, "wrong"), count(faulty, "passes"), by_kind(all),
      count(all, "date"), count(all, "command"), count(all, "sextant"), count(all, "commit"),
      count(all, "cpu"), count(all, "seconds"));
}

}  // namespace

std::string markdown_confusion(const json& confusion) {
  const std::string title = "## Diagnosis\n\n";
  if (confusion.is_null()) {
    return title +
           "Not run. `scripts/confusion` measures it and writes build/confusion/confusion.json, "
           "which `scripts/report` then shows, as does `sextant report --confusion FILE`.\n\n";
  }
  return title + summary(confusion) + matrix(confusion["matrix"]) + misses(confusion["misses"]);
}

}  // namespace sextant
