#include "sextant/report/output/page.hpp"

#include <map>
#include <string_view>

#include <nlohmann/json.hpp>

#include "sextant/encoding/real/error.hpp"
#include "sextant/report/document/assets.hpp"
#include "sextant/report/document/schema.hpp"

namespace sextant {
namespace {

std::string html_escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

/// JSON that may stand in a script element: pure ASCII, so U+2028 is escaped, and without '<',
/// which can only occur inside a text and could end the element there.
std::string for_script(const nlohmann::json& document) {
  std::string text;
  try {
    text = document.dump(-1, ' ', true);
  } catch (const nlohmann::json::type_error& error) {
    throw Error(std::string("report document: a text is not UTF-8: ") + error.what());
  }
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      result += "\\u003c";
    } else {
      result += c;
    }
  }
  return result;
}

std::string without_source_map(std::string_view script) {
  return std::string(script.substr(0, script.find("\n//# sourceMappingURL=")));
}

std::string library_elements() {
  std::string result;
  for (const auto library : assets::libraries()) {
    result += "<script>" + without_source_map(library) + "</script>\n";
  }
  return result;
}

/// Removes indentation: no literal of the scripts spans lines.
std::string own_scripts() {
  std::string result = "\"use strict\";\n";
  for (const auto script : assets::scripts()) {
    for (const char c : script) {
      if (c != ' ' || !result.ends_with('\n')) result += c;
    }
  }
  return result;
}

/// Replaces each `{{name}}` by its value, in one pass: values are not searched again.
std::string filled(std::string_view skeleton,
                   const std::map<std::string_view, std::string>& values) {
  std::string result;
  while (true) {
    const auto open = skeleton.find("{{");
    if (open == std::string_view::npos) return result.append(skeleton);
    const auto close = skeleton.find("}}", open);
    result.append(skeleton.substr(0, open));
    result += values.at(skeleton.substr(open + 2, close - open - 2));
    skeleton.remove_prefix(close + 2);
  }
}

}  // namespace

std::string page(const nlohmann::json& report) {
  require_report(report);
  const auto text = [&](const char* key) { return html_escaped(report[key].get<std::string>()); };
  return filled(assets::skeleton(),
                {{"encoding", text("encoding")},
                 {"headline", html_escaped(report["headline"]["sentence"].get<std::string>())},
                 {"created", text("created")},
                 {"version", text("sextant")},
                 {"style", std::string(assets::style())},
                 {"document", for_script(report)},
                 {"libraries", library_elements()},
                 {"scripts", own_scripts()}});
}

}  // namespace sextant
