#include "sextant/verify/verdict/junit.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::verify {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD

/// The text in valid UTF-8.
std::string as_utf8(const std::string& text) {
  using nlohmann::json;
  return json::parse(json(text).dump(-1, ' ', false, json::error_handler_t::replace))
      .get<std::string>();
}

/// The text with XML escapes.  Ends of lines become `line_end`: an escape in attributes, a newline
/// in elements.
std::string escaped(const std::string& text, std::string_view line_end = "&#10;") {
  const std::pair<std::string_view, std::string_view> kWritten[] = {{"&", "&amp;"},
                                                                    {"<", "&lt;"},
                                                                    {">", "&gt;"},
                                                                    {"\"", "&quot;"},
                                                                    {"\n", line_end},
                                                                    {"\t", "&#9;"},
                                                                    {"\xef\xbf\xbe", kReplacement},
                                                                    {"\xef\xbf\xbf", kReplacement}};
  const std::string valid = as_utf8(text);
  std::string result;
  for (std::string_view rest = valid; !rest.empty();) {
    const auto known = std::find_if(std::begin(kWritten), std::end(kWritten),
                                    [&](const auto& w) { return rest.starts_with(w.first); });
    const bool other = known == std::end(kWritten);
    const bool control = static_cast<unsigned char>(rest.front()) < 0x20;
    result += !other ? known->second : control ? kReplacement : rest.substr(0, 1);
    rest.remove_prefix(other ? 1 : known->first.size());
  }
  return result;
}

std::string case_text(const JunitCase& one, const std::string& group) {
  using enum JunitCase::Outcome;
  const std::string_view element = one.outcome == failed  ? "failure"
                                   : one.outcome == error ? "error"
                                                          : "system-out";
  const std::string message =
      one.outcome == passed ? "" : fmt::format(" message=\"{}\"", escaped(one.message));
  return fmt::format(
      "    <testcase classname=\"{0}\" name=\"{1}\">\n"
      "      <{2}{3}>{4}</{2}>\n"
      "    </testcase>\n",
      group, escaped(one.name), element, message, escaped(one.output, "\n"));
}

}  // namespace

std::string to_junit(const JunitTest& test) {
  const auto counted = [&](JunitCase::Outcome outcome) {
    return std::count_if(test.cases.begin(), test.cases.end(),
                         [&](const JunitCase& one) { return one.outcome == outcome; });
  };
  const std::string group = escaped("sextant." + test.subcommand);
  const std::string counts = fmt::format(
      "name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\"", group, test.cases.size(),
      counted(JunitCase::Outcome::failed), counted(JunitCase::Outcome::error));
  std::string cases;
  for (const JunitCase& one : test.cases) cases += case_text(one, group);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites {0}>\n"
      "  <testsuite {0}>\n"
      "{1}"
      "  </testsuite>\n"
      "</testsuites>\n",
      counts, cases);
}

std::vector<JunitCase> junit_cases_of_heads(const Verdict& verdict, const std::string& name,
                                            const std::string& words) {
  std::vector<JunitCase> cases;
  if (verdict.part != Part::slopes && verdict.part != Part::bias) return cases;
  const Encoding encoding = read_encoding(verdict.encoding);
  const auto* alibi = std::get_if<Alibi>(&encoding);
  if (alibi == nullptr) return cases;
  const IndexRanges wrong =
      verdict.where && verdict.where->heads ? *verdict.where->heads : IndexRanges();
  const bool passes = verdict.passes();
  std::string why(verdict.findings.empty() ? word(verdict.grade) : verdict.findings.front().fault);
  if (verdict.where && !verdict.where->what.empty()) why += ": " + verdict.where->what.front();
  for (int head = 0; head < alibi->end() - alibi->shard.first; ++head) {
    JunitCase one{.name = fmt::format("{} head {}", name, alibi->shard.first + head)};
    // If the wrong entries are scattered, no head is known to be right.
    const bool right = passes || (!wrong.empty() && !wrong.contains(head));
    if (!right) one = {one.name, JunitCase::Outcome::failed, why, words};
    cases.push_back(std::move(one));
  }
  return cases;
}

}  // namespace sextant::verify
