#include "sextant/report/output/markdown_claims.hpp"

#include <map>
#include <vector>

#include <fmt/core.h>

#include "sextant/report/output/markdown_grid.hpp"
#include "sextant/report/output/markdown_text.hpp"

namespace sextant {
namespace {

using nlohmann::json;
using Row = std::vector<std::string>;

constexpr const char* kFields[] = {"statement", "verdict", "because", "heard", "property"};

/// `proved: 3; refuted: 1`, in the order in which verdicts first come.
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

}  // namespace

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

}  // namespace sextant
