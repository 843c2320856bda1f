#include "sextant/verify/verdict/junit.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

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

}  // namespace

std::string to_junit(const JunitTest& test) {
  using Outcome = JunitTest::Outcome;
  const bool failed = test.outcome == Outcome::failed, error = test.outcome == Outcome::error;
  const std::string subcommand = escaped("sextant." + test.subcommand);
  const std::string counts = fmt::format("name=\"{}\" tests=\"1\" failures=\"{}\" errors=\"{}\"",
                                         subcommand, failed ? 1 : 0, error ? 1 : 0);
  const std::string_view element = failed ? "failure" : error ? "error" : "system-out";
  const std::string message =
      failed || error ? fmt::format(" message=\"{}\"", escaped(test.message)) : "";
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites {0}>\n"
      "  <testsuite {0}>\n"
      "    <testcase classname=\"{1}\" name=\"{2}\">\n"
      "      <{3}{4}>{5}</{3}>\n"
      "    </testcase>\n"
      "  </testsuite>\n"
      "</testsuites>\n",
      counts, subcommand, escaped(test.name), element, message, escaped(test.output, "\n"));
}

}  // namespace sextant::verify
