#include "certificate/arithmetic/literal.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace sextant::certificate {
namespace {

bool digits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Removes the exponent of a literal from `text` and returns it.
std::optional<slong> cut_exponent(std::string_view& text) {
  const std::size_t at = text.find_first_of("eE");
  if (at == std::string_view::npos) return 0;
  std::string_view exponent = text.substr(at + 1);
  text = text.substr(0, at);
  const bool negative = exponent.starts_with('-');
  if (negative || exponent.starts_with('+')) exponent.remove_prefix(1);
  if (!digits(exponent) || exponent.size() > 5) return std::nullopt;
  const slong size = std::atol(std::string(exponent).c_str());
  return negative ? -size : size;
}

}  // namespace

std::optional<Integer> integer_of(std::string_view text) {
  if (!digits(text.starts_with('-') ? text.substr(1) : text)) return std::nullopt;
  Integer value;
  if (fmpz_set_str(value.get(), std::string(text).c_str(), 10) != 0) return std::nullopt;
  return value;
}

std::optional<Fraction> fraction_of(std::string_view text) {
  const std::size_t bar = text.find('/');
  const auto numerator = integer_of(text.substr(0, bar));
  const auto denominator =
      bar == std::string_view::npos ? Integer(1) : integer_of(text.substr(bar + 1));
  if (!numerator || !denominator || denominator->sign() <= 0) return std::nullopt;
  return Fraction(*numerator, *denominator);
}

std::optional<Fraction> decimal_of(std::string_view text) {
  auto exponent = cut_exponent(text);
  if (!exponent) return std::nullopt;
  std::string figures(text);
  if (const std::size_t point = figures.find('.'); point != std::string::npos) {
    *exponent -= static_cast<slong>(figures.size() - point - 1);
    figures.erase(point, 1);
  }
  const auto value = integer_of(figures);
  if (!value) return std::nullopt;
  Integer power = 10;
  fmpz_pow_ui(power.get(), power.get(), static_cast<ulong>(std::labs(*exponent)));
  return *exponent < 0 ? Fraction(*value, power) : Fraction(*value * power, Integer(1));
}

}  // namespace sextant::certificate
