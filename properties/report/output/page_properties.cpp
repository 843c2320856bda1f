#include <cstdint>
#include <regex>
#include <string>

#include <gtest/gtest.h>
#include <zlib.h>

#include "engine/property.hpp"
#include "report/sample/documents.hpp"
#include "report/sample/sample.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/report/output/page.hpp"

namespace sextant::properties {
namespace {

using nlohmann::json;

/// The document as the page's script reads it: from the element's start to the first end tag of a
/// script, in base64, compressed.
json embedded(const std::string& html) {
  const std::string open = "<script type=\"text/plain\" id=\"report\">";
  const auto start = html.find(open);
  RC_ASSERT(start != std::string::npos);
  RC_ASSERT(html.find(open, start + 1) == std::string::npos);
  const auto from = start + open.size();
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : html.substr(from, html.find("</script", from) - from)) {
    const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    if (c == '=') break;
    RC_ASSERT(digits.find(c) != std::string::npos);
    bits = bits << 6 | static_cast<std::uint32_t>(digits.find(c));
    if ((count += 6) >= 8) bytes += static_cast<char>(bits >> (count -= 8) & 255);
  }
  std::string text(std::size_t{1} << 24, ' ');
  uLongf size = text.size();
  RC_ASSERT(uncompress(reinterpret_cast<Bytef*>(text.data()), &size,
                       reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()) == Z_OK);
  return json::parse(text.substr(0, size));
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

json hostile_report() {
  json report = small_sample_report();
  for (const auto* key :
       {"recipe", "sentence", "encoding", "created", "command", "cpu", "text", "who", "date"}) {
    replace_all(report, key, [] { return *hostile_text(); });
  }
  replace_all(report, "value", [] { return *any_finite(); });
  return report;
}

PROPERTY(Page, CarriesExactlyTheDocumentFull) {
  json report = hostile_report();
  json inside = embedded(page(report));
  inside.erase("sweeps");  // those of its own encoding
  for (const char* record : {"speed", "mutants", "theorems", "sweeps", "confusion"})
    report.erase(record);
  report["evidence"] = true;
  RC_ASSERT(inside.dump() == report.dump());
}

PROPERTY(Page, TakesNoMarkupFromTheDocumentFull) {
  const json report = hostile_report();
  for (const auto* part : {"<script", "</script", "<img", "<!--"}) {
    RC_ASSERT(count(page(report), part) == count(page(small_sample_report()), part));
    RC_ASSERT(count(*evidence_page(report), part) ==
              count(*evidence_page(small_sample_report()), part));
  }
}

/// Every record of the project is on the page of evidence, and nothing else; on the report's page
/// are the sweeps of its own encoding.
TEST(Page, LeavesTheRecordsToThePageOfEvidence) {
  json report = small_sample_report();
  const json evidence = embedded(*evidence_page(report));
  for (const char* record : {"speed", "mutants", "theorems", "sweeps", "confusion"})
    EXPECT_EQ(evidence[record], report[record]) << record;
  EXPECT_FALSE(evidence.contains("drift"));
  EXPECT_EQ(evidence["schema"], "sextant-evidence");
  report["encoding"] = report["sweeps"]["sweeps"][0]["encoding"];
  report["sweeps"]["sweeps"][1]["encoding"] = "rope dim=16";
  const json inside = embedded(page(report));
  ASSERT_TRUE(inside.contains("sweeps"));
  EXPECT_LT(inside["sweeps"]["sweeps"].size(), report["sweeps"]["sweeps"].size());
  for (const json& sweep : inside["sweeps"]["sweeps"])
    EXPECT_EQ(sweep["encoding"], report["encoding"]);
  for (const char* record : {"speed", "mutants", "theorems", "sweeps", "confusion"})
    report.erase(record);
  EXPECT_EQ(evidence_page(report), std::nullopt);
}

/// The document names the page of true values if that is in the same folder.
TEST(Page, NamesTheExactPageBesideIt) {
  const json inside = embedded(page(small_sample_report(), true));
  EXPECT_EQ(inside.value("exact_page", ""), kExactPage);
}

TEST(Page, ShowsTheAnswerWithoutScripts) {
  const std::string html = page(small_sample_report());
  const auto answer = html.find("<p>SAMPLE, not measured: exp-log errs by 0.01.</p>");
  ASSERT_NE(answer, std::string::npos);
  EXPECT_LT(answer, html.find("<script"));
  EXPECT_NE(html.find("<td>float64-angle</td><td>float64</td><td>0.002</td>"
                      "<td>7</td><td>nowhere</td><td>holds</td>"),
            std::string::npos);
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

TEST(Page, IsSmallEnoughToSend) { EXPECT_LE(page(sample_report(1)).size(), 1'800'000U); }

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
