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
       {"recipe", "sentence", "encoding", "format", "type", "kind", "criterion", "text", "who",
        "size", "cpu", "command", "table", "because", "statement", "layer", "why"}) {
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
  report["headline"]["sentence"] = "The result.";
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

TEST(Markdown, AnswersWhatAttentionSeesAndSettlesStatements) {
  json report = sample_report(1);
  const std::string text = markdown(report);
  for (const char* part :
       {"change what attention sees? Sampled changes.\n", "and 7 keys from there on back",
        "| rope dim=4 | sample | float32 | 2^12 | 0.03125 | 3 | 0.125 | 0.003906 | 5 | 0.007812 | "
        "0.03125 |\n",
        "| sampled | entries | 8 | float16 | – | 0.5 | 0.25 | 0.5 | exp-log | 2^6 | 1 | 3 |\n",
        "settles it. Verdicts: proved: 1; refuted: 1.\n\n### Samples\n",
        "| Sample one \\| true | proved | It is. | samples | Sample.One |\n\n### Other samples\n",
        "| Sample two | refuted | It is not. | samples | Sample.Two |\n"})
    EXPECT_NE(text.find(part), std::string::npos) << part;
  EXPECT_NE(text.find("| sample engine | pow-divide | float32 | 0.03125 | 131071 | sample.py |\n"),
            std::string::npos);
  EXPECT_NE(text.find("Sample by its recipe is off by 0.031. The same"), std::string::npos);
  EXPECT_NE(text.find("| sample-model | bfloat16 | 2^17 | 2 | 0.007812 | turns | 0.25 | exp-log | "
                      "99999 |\n"),
            std::string::npos);
  report.erase("attention");
  report.erase("claims");
  report.erase("bounds");
  report["engines"] = json::array();
  EXPECT_EQ(markdown(report).find("## Engines"), std::string::npos);
  EXPECT_EQ(markdown(report).find("What attention sees"), std::string::npos);
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
