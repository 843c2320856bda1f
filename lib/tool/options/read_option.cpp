#include "tool/options/read_option.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "sextant/encoding/real/rational.hpp"
#include "sextant/encoding/text/spelling.hpp"
#include "sextant/io/file.hpp"

namespace sextant::tool {
namespace {

Format read_format(const std::string& option, const std::string& name,
                   std::span<const std::string_view> allowed) {
  std::optional<Format> format;
  try {
    format = Format::named(name);
  } catch (const Error&) {  // the message below says which formats are allowed
  }
  if (format && std::find(allowed.begin(), allowed.end(), format->name()) != allowed.end())
    return *format;
  throw Error(fmt::format("{} takes {}, not {}{}", option, fmt::join(allowed, ", "),
                          in_quotes(name, 60), did_you_mean(name, allowed)));
}

}  // namespace

int read_count(const std::string& option, const std::string& text, int most) {
  const Rational count = read_option(option, [&] { return parse_rational(text); });
  if (!is_integer(count) || count < 1 || count > most) {
    throw Error(fmt::format("{} {} is not one of 1 ... {}", option, text, most));
  }
  return static_cast<int>(numerator(count));
}

double read_amount(const std::string& option, const std::string& text) {
  const auto amount =
      static_cast<double>(read_option(option, [&] { return parse_rational(text); }));
  if (!(amount >= 0) || std::isinf(amount))
    throw Error(option + " " + in_quotes(text, 60) + " is not a number from 0 on");
  return amount;
}

Format read_table_format(const std::string& option, const std::string& name) {
  constexpr std::array<std::string_view, 4> kStored = {"float16", "bfloat16", "float32", "float64"};
  return read_format(option, name, kStored);
}

Format read_stored_format(const std::string& option, const std::string& name) {
  constexpr std::array<std::string_view, 6> kRead = {"float16", "bfloat16",      "float32",
                                                     "float64", "float8_e4m3fn", "float8_e5m2"};
  return read_format(option, name, kRead);
}

Format read_computing_format(const std::string& option, const std::string& name) {
  constexpr std::array<std::string_view, 2> kComputing = {"float32", "float64"};
  return read_format(option, name, kComputing);
}

}  // namespace sextant::tool
