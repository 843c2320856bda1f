#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "draw/gen.hpp"

namespace sextant::properties {

/// Texts with a special meaning in HTML, JavaScript, Markdown, CSV or the page's skeleton.
inline draw::Gen<std::string> hostile_text() {
  const auto piece = draw::element<std::string>(
      "</script>", "<script>", "<!--", "-->", "<img src=x onerror=alert(1)>", "{{style}}", "{{",
      "}}", "\u2028", "\u2029", "|", "\\", "\\|", "\"", "'", ",", "\n", "\r\n", "\t", "`", "*", "_",
      "&amp;", "$", "é", "𝜔", "a", " ", "exp-log", "\x01");
  return draw::map(draw::container<std::vector<std::string>>(piece),
                   [](const std::vector<std::string>& pieces) {
                     std::string text;
                     for (const auto& part : pieces) text += part;
                     return text;
                   });
}

/// Any finite double: bit patterns, so that subnormals and seventeen digits occur.
inline draw::Gen<double> any_finite() {
  const auto from_bits = [](std::uint64_t bits) { return std::bit_cast<double>(bits); };
  return draw::such_that(draw::map(draw::arbitrary<std::uint64_t>(), from_bits),
                         [](double value) { return std::isfinite(value); });
}

/// Replaces every member called `key`, at any depth, by the result of `make`.
template <typename Make>
void replace_all(nlohmann::json& document, const std::string& key, const Make& make) {
  if (!document.is_structured()) return;
  for (auto& [name, member] : document.items()) {
    if (name == key && !member.is_structured() && !member.is_null()) {
      member = make();
    } else {
      replace_all(member, key, make);
    }
  }
}

}  // namespace sextant::properties
