#include "sextant/report/output/markdown_attention.hpp"

#include <vector>

#include <fmt/core.h>

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

}  // namespace

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

}  // namespace sextant
