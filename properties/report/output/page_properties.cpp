#include <regex>
#include <string>

#include <gtest/gtest.h>

#include "engine/property.hpp"
#include "report/sample/documents.hpp"
#include "report/sample/sample.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/report/output/page.hpp"

namespace sextant::properties {
namespace {

using nlohmann::json;

/// As a browser reads it: from the element's start to the first end tag of a script.
std::string embedded(const std::string& html) {
  const std::string open = "<script type=\"application/json\" id=\"report\">";
  const auto start = html.find(open);
  RC_ASSERT(start != std::string::npos);
  RC_ASSERT(html.find(open, start + 1) == std::string::npos);
  const auto from = start + open.size();
  return html.substr(from, html.find("</script", from) - from);
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

json hostile_report() {
  json report = small_sample_report();
  for (const auto* key : {"recipe", "sentence", "encoding", "created", "command", "cpu", "kind",
                          "text", "who", "date"}) {
    replace_all(report, key, [] { return *hostile_text(); });
  }
  replace_all(report, "value", [] { return *any_finite(); });
  return report;
}

PROPERTY(Page, CarriesExactlyTheDocumentFull) {
  const json report = hostile_report();
  const std::string inside = embedded(page(report));
  RC_ASSERT(json::parse(inside) == report);
  for (const char c : inside) RC_ASSERT(c != '<' && static_cast<unsigned char>(c) < 0x80);
}

PROPERTY(Page, TakesNoMarkupFromTheDocumentFull) {
  const std::string harmless = page(small_sample_report());
  const std::string hostile = page(hostile_report());
  for (const auto* part : {"<script", "</script", "<img", "<!--"}) {
    RC_ASSERT(count(hostile, part) == count(harmless, part));
  }
}

// What could fetch: an attribute that names a resource, CSS's url() and @import, module imports.
// Namespaces and schema names inside the drawing library are names: nothing follows them.
TEST(Page, NamesNoResourceOfTheNetwork) {
  const std::string html = page(small_sample_report());
  const std::regex fetches(
      R"re(((src|href|srcset|poster|action|data)\s*=\s*["']?\s*(https?:)?//)|(url\(\s*["']?\s*(https?:)?//)|(@import)|(\bimport\s*\(?\s*["'](https?:)?//))re",
      std::regex::icase | std::regex::optimize);
  std::smatch found;
  EXPECT_FALSE(std::regex_search(html, found, fetches)) << found.str();
  EXPECT_TRUE(std::regex_search(std::string("<img src=\"https://example.org/x.png\">"), fetches));
  EXPECT_TRUE(std::regex_search(std::string("<a href=//example.org>"), fetches));
  EXPECT_EQ(html.find("sourceMappingURL"), std::string::npos);
}

TEST(Page, ForbidsItselfTheNetwork) {
  const std::string html = page(small_sample_report());
  const std::string policy = "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';";
  const auto at = html.find(policy);
  ASSERT_NE(at, std::string::npos);
  EXPECT_LT(at, html.find("<script"));
  EXPECT_LT(at, html.find("<style"));
  const std::string content = html.substr(at, html.find('>', at) - at);
  EXPECT_EQ(content.find("http:"), std::string::npos);
  EXPECT_EQ(content.find("https:"), std::string::npos);
  EXPECT_EQ(content.find("connect-src"), std::string::npos);
}

TEST(Page, IsSmallEnoughToSend) { EXPECT_LE(page(sample_report(1)).size(), 3'000'000U); }

TEST(Page, IsTheSameForTheSameDocumentFull) {
  EXPECT_EQ(page(sample_report(1)), page(sample_report(1)));
  EXPECT_NE(page(sample_report(1)), page(sample_report(2)));
}

TEST(Page, RefusesTextThatIsNotUtf8) {
  json report = small_sample_report();
  report["command"] = "\xff";
  EXPECT_THROW(page(report), Error);
}

}  // namespace
}  // namespace sextant::properties
