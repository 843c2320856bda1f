#include "sextant/report/claims/printed_digits.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace sextant {
namespace {

/// One unit of the last place that a text prints: 10^(exponent − digits after the point).
Rational last_unit(std::string text) {
  Rational unit = 1;
  if (const auto e = text.find('e'); e != std::string::npos) {
    unit = parse_rational("1" + text.substr(e));
    text.resize(e);
  }
  const auto point = text.find('.');
  const std::size_t places = point == std::string::npos ? 0 : text.size() - point - 1;
  for (std::size_t i = 0; i < places; ++i) unit /= 10;
  return unit;
}

/// With one digit more after the point than the printed number.
std::string shown(const PrintedNumber& number) {
  const auto digits = std::count_if(number.digits.begin(), number.digits.end(),
                                    [](char c) { return c >= '0' && c <= '9'; });
  return decimal(to_rational(lower_end(number.truth)), static_cast<int>(digits) + 1);
}

std::string listed(const std::vector<const PrintedNumber*>& numbers) {
  std::string list;
  for (const PrintedNumber* number : numbers)
    list += fmt::format("{}{} is {}, printed {}", list.empty() ? "" : "; ", number->what,
                        shown(*number), number->digits);
  return list;
}

}  // namespace

Printing printing(const PrintedNumber& number) {
  const Rational printed = parse_rational(number.digits), unit = last_unit(number.digits);
  const Rational low = to_rational(lower_end(number.truth)) - printed;
  const Rational high = to_rational(upper_end(number.truth)) - printed;
  if (-unit < 2 * low && 2 * high < unit) return Printing::rounded;
  if (2 * low <= unit && 2 * high >= unit) return Printing::undecided;
  if (2 * low <= -unit && 2 * high >= -unit) return Printing::undecided;
  if (-unit < low && high < unit) return Printing::within_a_unit;
  return low >= unit || high <= -unit ? Printing::wrong : Printing::undecided;
}

Statement settled(Statement begun, const std::vector<PrintedNumber>& numbers) {
  std::vector<const PrintedNumber*> wrong, near;
  bool decided = !numbers.empty();
  for (const PrintedNumber& number : numbers) {
    const Printing found = printing(number);
    if (found == Printing::wrong) wrong.push_back(&number);
    if (found == Printing::within_a_unit) near.push_back(&number);
    decided = decided && found != Printing::undecided;
  }
  if (!wrong.empty()) {
    begun.verdict = StatementVerdict::refuted;
    begun.because += listed(wrong) + ".";
  } else if (!decided) {
    begun.verdict = StatementVerdict::open;
  } else if (!near.empty()) {
    begun.verdict = StatementVerdict::conditional;
    begun.because += fmt::format(
        "Within one unit of the last printed place; rounded to nearest {} of {} would be printed "
        "otherwise: {}.",
        near.size(), numbers.size(), listed(near));
  } else {
    begun.verdict = StatementVerdict::proved;
    begun.because +=
        fmt::format("{}{} is {}.", numbers.size() == 1 ? "" : "Every printed digit is right: ",
                    numbers.back().what, shown(numbers.back()));
  }
  return begun;
}

std::vector<Settle> claims_of_values() {
  std::vector<Settle> claims;
  for (const Worked& worked : worked_numbers())
    claims.push_back([worked] { return settled(worked.begun, worked.numbers); });
  return claims;
}

}  // namespace sextant
