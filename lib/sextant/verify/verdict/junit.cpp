#include "sextant/verify/verdict/junit.hpp"

#include <string_view>

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

/// What the character at the front of a text of UTF-8 is written as, and how many bytes it has.
struct Written {
  std::string_view text;
  std::size_t length = 1;
};

Written written(std::string_view rest) {
  switch (rest.front()) {
    case '&':
      return {"&amp;"};
    case '<':
      return {"&lt;"};
    case '>':
      return {"&gt;"};
    case '"':
      return {"&quot;"};
    case '\n':
      return {"&#10;"};
    case '\t':
      return {"&#9;"};
    default:
      break;
  }
  if (rest.starts_with("\xef\xbf\xbe") || rest.starts_with("\xef\xbf\xbf"))
    return {kReplacement, 3};
  const auto byte = static_cast<unsigned char>(rest.front());
  return {byte < 0x20 ? kReplacement : rest.substr(0, 1)};
}

std::string attribute(const std::string& text) {
  const std::string valid = as_utf8(text);
  std::string result;
  for (std::string_view rest = valid; !rest.empty();) {
    const Written next = written(rest);
    result += next.text;
    rest.remove_prefix(next.length);
  }
  return result;
}

/// The same where line ends stay as they are.
std::string content(const std::string& text) {
  std::string result = attribute(text);
  for (std::size_t at = 0; (at = result.find("&#10;", at)) != std::string::npos;)
    result.replace(at, 5, "\n");
  return result;
}

}  // namespace

std::string to_junit(const JunitTest& test) {
  using Outcome = JunitTest::Outcome;
  const bool failed = test.outcome == Outcome::failed, error = test.outcome == Outcome::error;
  const std::string subcommand = attribute("sextant." + test.subcommand);
  const std::string counts = fmt::format("name=\"{}\" tests=\"1\" failures=\"{}\" errors=\"{}\"",
                                         subcommand, failed ? 1 : 0, error ? 1 : 0);
  std::string inside;
  if (failed || error) {
    const std::string_view element = failed ? "failure" : "error";
    inside = fmt::format("      <{} message=\"{}\">{}</{}>\n", element, attribute(test.message),
                         content(test.output), element);
  } else {
    inside = fmt::format("      <system-out>{}</system-out>\n", content(test.output));
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites {}>\n"
      "  <testsuite {}>\n"
      "    <testcase classname=\"{}\" name=\"{}\">\n"
      "{}"
      "    </testcase>\n"
      "  </testsuite>\n"
      "</testsuites>\n",
      counts, counts, subcommand, attribute(test.name), inside);
}

}  // namespace sextant::verify
