#include "sextant/encoding/real/readable.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

namespace sextant {
namespace {

/// The end of the digits that begin at `at`.
std::size_t digits_end(std::string_view text, std::size_t at) {
  while (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0) ++at;
  return at;
}

/// Whether a character next to a fraction shows that the fraction is part of a longer word.
bool joins(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         std::string_view("./_^'\\").find(c) != std::string_view::npos;
}

}  // namespace

std::string readable(const Rational& value) {
  if (is_integer(value)) return to_text(value);
  const auto near = static_cast<double>(value);
  if (!std::isfinite(near) || near == 0) return to_text(value);
  const std::string decimal = fmt::format("{:.6g}", near);
  if (parse_rational(decimal) == value) return decimal;
  return fmt::format("{} (about {})", to_text(value), decimal);
}

std::string readable_fractions(std::string_view text) {
  std::string result;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t number = at + (text[at] == '-' ? 1 : 0);
    const std::size_t bar = digits_end(text, number);
    const std::size_t end = bar < text.size() && text[bar] == '/' ? digits_end(text, bar + 1) : bar;
    const bool fraction = bar > number && end > bar + 1 && (at == 0 || !joins(text[at - 1])) &&
                          (end == text.size() || !joins(text[end]));
    if (fraction) {
      result += readable(parse_rational(text.substr(at, end - at)));
    } else {
      result += text.substr(at, std::max(end, at + 1) - at);
    }
    at = std::max(end, at + 1);
  }
  return result;
}

}  // namespace sextant
