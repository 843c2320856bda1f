#include "sextant/report/experiment/foreign_table.hpp"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sextant/exact/oracle.hpp"
#include "sextant/verify/verdict/error_map.hpp"

namespace sextant {
namespace {

using nlohmann::json;

/// The size of a heat map, and of its numbers in a page.
constexpr std::size_t kDown = 96;
constexpr std::size_t kAcross = 128;

/// An upper bound with three digits, to save space; null if infinite.
json three_digits(double value) {
  if (!std::isfinite(value)) return nullptr;
  return std::stod(fmt::format("{:.2e}", value * 1.0051));
}

}  // namespace

Document foreign_table(const verify::JudgedTable& table, const std::string& name) {
  const verify::Source source = table.source();
  const exact::Oracle oracle(table.chart());
  const verify::ErrorMap map = verify::error_map(source, oracle, kDown, kAcross);
  json positions = json::array(), channels = json::array(), largest = json::array();
  for (std::size_t i = 0; i < map.down(); ++i) {
    positions.push_back(to_text(source.positions[i * map.rows], source.positions.parts));
    json line = json::array();
    for (std::size_t j = 0; j < map.across; ++j) line.push_back(three_digits(map.at(i, j)));
    largest.push_back(std::move(line));
  }
  for (std::size_t j = 0; j < map.across; ++j) channels.push_back(j * map.columns);
  return std::make_shared<const json>(json{{"name", name},
                                           {"rows", source.rows},
                                           {"columns", source.columns},
                                           {"verdict", verify::to_json(table.verdict)},
                                           {"words", verify::to_words(table.verdict, name)},
                                           {"errors",
                                            {{"every_row", map.every_row},
                                             {"rows", map.rows},
                                             {"columns", map.columns},
                                             {"positions", positions},
                                             {"channels", channels},
                                             {"largest", largest}}}});
}

}  // namespace sextant
