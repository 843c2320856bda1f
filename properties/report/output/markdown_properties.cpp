#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "engine/property.hpp"
#include "report/sample/documents.hpp"
#include "report/sample/sample.hpp"
#include "sextant/report/output/markdown.hpp"
#include "sextant/report/output/markdown_text.hpp"

namespace sextant::properties {
namespace {

using nlohmann::json;

/// The columns of a line of a table, as GitHub splits it: at each pipe without a backslash.
std::size_t columns(const std::string& line) {
  std::size_t bars = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\') {
      ++i;
    } else if (line[i] == '|') {
      ++bars;
    }
  }
  return bars - 1;
}

/// What a reader sees of escaped text: backslashes and entities undone.
std::string shown(const std::string& escaped) {
  std::string text;
  for (std::size_t i = 0; i < escaped.size(); ++i) {
    const std::string rest = escaped.substr(i, 5);
    if (escaped[i] == '\\') {
      text += escaped[++i];
    } else if (rest.starts_with("&lt;") || rest.starts_with("&gt;")) {
      text += rest[1] == 'l' ? '<' : '>';
      i += 3;
    } else if (rest == "&amp;") {
      text += '&';
      i += 4;
    } else {
      text += escaped[i];
    }
  }
  return text;
}

PROPERTY(MarkdownText, ShowsExactlyTheText) {
  const std::string text = *hostile_text();
  std::string on_one_line = text;
  for (char& c : on_one_line) c = static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  const std::string escaped = markdown_escaped(text);
  RC_ASSERT(shown(escaped) == on_one_line);
  RC_ASSERT(escaped.find('<') == std::string::npos);
  RC_ASSERT(columns("|" + escaped + "|") == 1U);
}

PROPERTY(Markdown, KeepsItsTablesWhole) {
  json report = small_sample_report();
  for (const auto* key :
       {"recipe", "sentence", "encoding", "format", "type", "criterion", "text", "who", "size",
        "cpu", "command", "table", "because", "statement", "layer", "why"}) {
    replace_all(report, key, [] { return *hostile_text(); });
  }
  std::istringstream text(markdown(report));
  std::size_t expected = 0;
  for (std::string line; std::getline(text, line);) {
    if (!line.starts_with("|")) {
      expected = 0;
      continue;
    }
    if (expected == 0) expected = columns(line);
    RC_ASSERT(columns(line) == expected);
    RC_ASSERT(line.ends_with("|"));
  }
}

TEST(Markdown, BeginsWithTheResult) {
  json report = small_sample_report();
  report["answer"]["sentence"] = "The result.";
  const std::string text = markdown(report);
  const auto result = text.find("\n\nThe result.\n\n");
  ASSERT_NE(result, std::string::npos);
  EXPECT_LT(result, text.find("## "));
  EXPECT_LT(result, text.find('|'));
}

TEST(Markdown, NamesEveryRecipeFormatCriterionAndSeed) {
  const json report = sample_report(1);
  const std::string text = markdown(report);
  for (const auto& range : report["safe_ranges"]) {
    for (const auto* key : {"recipe", "format", "computed_in", "criterion"}) {
      EXPECT_NE(text.find(range[key].get<std::string>()), std::string::npos) << range[key];
    }
  }
  EXPECT_NE(text.find("| seed of positions | 1 |"), std::string::npos);
}

TEST(Markdown, HasTheAnswersTableTheEnginesAndEveryFourthOctave) {
  json report = sample_report(1);
  const std::string text = markdown(report);
  for (const char* part :
       {"| exp-log | float32 | 0.01 | 131071 | 1093 | exceeded |\n",
        "| sample engine | pow-divide | cuda | 0.03125 | ≤ 0.0625 | no bound |\n", "| 1 … 2 |",
        "| 16 … 32 |", "| 2^8 … 2^9 |"})
    EXPECT_NE(text.find(part), std::string::npos) << part;
  EXPECT_EQ(text.find("| 2 … 4 |"), std::string::npos);
  report["engines"] = json::array();
  EXPECT_EQ(markdown(report).find("## Engines"), std::string::npos);
}

TEST(MarkdownText, WritesPowersOfTwoAsSuch) {
  EXPECT_EQ(markdown_position("32"), "32");
  EXPECT_EQ(markdown_position("64"), "2^6");
  EXPECT_EQ(markdown_position("1099511627776"), "2^40");
  EXPECT_EQ(markdown_position("1099511627777"), "1099511627777");
  EXPECT_EQ(markdown_position("2^40"), "2^40");
  EXPECT_EQ(markdown_position("2^40|"), "2^40\\|");
}

}  // namespace
}  // namespace sextant::properties
