#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "sextant/report/output/markdown_grid.hpp"
#include "sextant/report/output/markdown_sections.hpp"
#include "sextant/report/output/markdown_text.hpp"

namespace sextant {
namespace {

using nlohmann::json;
using Row = std::vector<std::string>;

/// Three digits: repeated runs agree to no more.
std::string digits(const json& value) {
  const auto number = value.get<double>();
  return number < 1000 ? fmt::format("{:.3g}", number) : fmt::format("{:.0f}", number);
}

std::string time_or_not(const json& value) { return value.is_null() ? "not run" : digits(value); }

std::string asked(const json& row, const char* key) {
  if (row[key].is_null()) return "";
  return row["better"] == "faster" ? digits(row[key]) + "× faster"
                                   : "at most " + digits(row[key]) + "× its time";
}

std::string measured(const json& row) {
  if (row["measured"].is_null()) return "not run";
  return digits(row["measured"]) + "×" + (row["met"] == false ? " (missed)" : "");
}

std::string ratios(const json& speed) {
  std::vector<Row> rows;
  for (const auto& row : speed["ratios"]) {
    rows.push_back({markdown_cell(row["text"]), measured(row), asked(row, "needed"),
                    asked(row, "aim"), markdown_cell(row["format"]), markdown_cell(row["who"]),
                    markdown_cell(row["size"])});
  }
  return markdown_table({"what", "measured", "needed", "aim", "format", "against", "size"}, rows);
}

/// A line for each value of `name`, a column for each format.
template <class Shown>
std::string by_format(const char* corner, const json& entries, const char* name, Shown shown) {
  MarkdownGrid grid(corner);
  for (const auto& entry : entries)
    grid.put(markdown_cell(entry[name]), entry["format"].get<std::string>(), shown(entry));
  return grid.text();
}

std::string circumstances(const json& speed) {
  std::vector<Row> rows;
  for (const auto* key :
       {"date", "command", "commit", "cpu", "target", "options", "compiler", "glibc"})
    rows.push_back({key, markdown_cell(speed[key])});
  std::string load;
  for (const auto& one : speed["load"]) load += (load.empty() ? "" : ", ") + markdown_cell(one);
  rows.push_back({"load", load});
  return markdown_table({"what", "value"}, rows);
}

}  // namespace

std::string markdown_speed(const json& speed) {
  const std::string title = "## Speed\n\n";
  if (speed.is_null()) {
    return title +
           "Not run. `scripts/bench` measures it and writes build/bench/speed.json, which "
           "`scripts/report` then shows, as does `sextant report --speed FILE`.\n\n";
  }
  const auto nanoseconds = [](const json& entry) { return digits(entry["nanoseconds"]); };
  const auto microseconds = [](const json& entry) { return time_or_not(entry["microseconds"]); };
  return title +
         "How long tables and values take, every entry of ours correctly rounded, against the "
         "fastest of others; faster: their time divided by ours.\n\n" +
         ratios(speed) + circumstances(speed) + "### Nanoseconds of CPU an element\n\n" +
         by_format("maker", speed["makers"], "who", nanoseconds) +
         "### Other layouts and widths\n\nThe time of an element against d = 512, "
         "interleaved.\n\n" +
         by_format("what", speed["layouts"], "text", measured) +
         "### Nanoseconds a value\n\nPositions below 2^20; far: below 2^63.\n\n" +
         by_format("maker", speed["values"], "who", nanoseconds) +
         "### Set-up and small tables, in microseconds\n\n" +
         by_format("what", speed["setups"], "text", microseconds);
}

}  // namespace sextant
