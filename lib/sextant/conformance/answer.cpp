#include "sextant/conformance/answer.hpp"

#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <string>

#include <fmt/core.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/io/file.hpp"
#include "sextant/number/pattern.hpp"
#include "sextant/number/round.hpp"
#include "sextant/number/text.hpp"

namespace sextant::conformance {
namespace {

constexpr std::size_t kShown = 60;
constexpr std::string_view kBlanks = " \t\r";

/// The whole text as an integer; nullopt if it is not an integer, or does not fit.
template <class T>
std::optional<T> integer(std::string_view text, int radix = 10) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, radix);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

Position read_position(std::string_view text, std::uint64_t parts) {
  if (const auto plain = integer<std::int64_t>(text))
    return static_cast<Position>(*plain) * static_cast<Position>(parts);
  const Rational place = parse_rational(text) * Rational(Integer(parts));
  if (!is_integer(place)) throw Error(in_quotes(text, kShown) + " is no position asked for");
  return to_position(place);
}

std::size_t read_channel(std::string_view text) {
  const auto channel = integer<std::size_t>(text);
  if (!channel) throw Error(in_quotes(text, kShown) + " is no channel");
  return *channel;
}

double read_pattern(std::string_view digits, const Format& format) {
  const auto most = static_cast<std::size_t>(format.storage_bits / 4);
  const auto bits = integer<std::uint64_t>(digits, 16);
  if (!bits || digits.size() > most) {
    throw Error(fmt::format("{} is no bit pattern of {}, which has {} digits",
                            in_quotes("0x" + std::string(digits), kShown), format.name(), most));
  }
  return value_of(format, *bits);
}

/// NaN and infinities, as printf writes them: a sign, and of a NaN anything in parentheses.
std::optional<double> read_special(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  std::string word(text.substr(0, text.find('(')));
  for (char& c : word) c = static_cast<char>(c | 0x20);
  if (word == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (word != "inf" && word != "infinity") return std::nullopt;
  constexpr double kBeyond = std::numeric_limits<double>::infinity();
  return negative ? -kBeyond : kBeyond;
}

std::uint64_t field_of(std::string_view bytes, std::size_t number) {
  std::uint64_t field = 0;
  for (std::size_t byte = 8; byte-- > 0;)
    field = field << 8 | static_cast<unsigned char>(bytes[8 * number + byte]);
  return field;
}

/// The significant digits that a decimal has, trailing zeros too.
std::size_t digits_of(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text.substr(0, text.find_first_of("eE")))
    if (c >= '0' && c <= '9' && (c != '0' || count > 0)) ++count;
  return count;
}

/// The number of `format` that is, rounded to as many digits as the text has, what the text says:
/// NumPy and printf's %.9g write such decimals of a float32.  nullopt if there is none.
std::optional<Number> printed(std::string_view text, const Rational& exact, const Format& format) {
  constexpr std::size_t kMostDigits = 767;  // a float64 has no more
  const std::size_t digits = digits_of(text);
  const Number number = round(format, exact);
  if (digits == 0 || digits > kMostDigits || !number.finite() || number.zero()) return std::nullopt;
  const std::string again = sextant::decimal(to_rational(number), static_cast<int>(digits));
  return parse_rational(again) == exact ? std::optional(number) : std::nullopt;
}

}  // namespace

double read_value(std::string_view text, const Format& format) {
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  if (hex && text.find_first_of(".pP") == std::string_view::npos)
    return read_pattern(text.substr(2), format);
  if (const auto special = read_special(text)) return *special;
  const Rational exact = parse_rational(text);
  // Programs print a decimal that reads back to the double, and rarely all of its digits.
  const bool decimal = text.find_first_of("/^xX") == std::string_view::npos;
  Number number = round(kFloat64, exact);
  const bool read =
      number.finite() && to_rational(round(format, to_rational(number))) == to_rational(number);
  if (!read || (to_rational(number) != exact && (!decimal || number.zero()))) {
    if (decimal) {
      if (const auto found = printed(text, exact, format)) return to_double(*found);
    }
    throw Error(
        fmt::format("{} is no number of {}: write its bit pattern, or all its digits, as "
                    "printf's %a and Python's float.hex do",
                    in_quotes(text, kShown), format.name()));
  }
  number.negative = text.starts_with('-');  // of zero, too
  return to_double(number);
}

Answer read_answer(std::string_view line, const Format& format, std::uint64_t parts) {
  std::array<std::string_view, 4> words;
  std::size_t count = 0;
  for (std::string_view rest = line; count < words.size(); ++count) {
    rest.remove_prefix(std::min(rest.find_first_not_of(kBlanks), rest.size()));
    if (rest.empty()) break;
    words[count] = rest.substr(0, rest.find_first_of(kBlanks));
    rest.remove_prefix(words[count].size());
  }
  if (count != 3)
    throw Error(in_quotes(line, kShown) + " is no answer, which is: position channel value");
  return {read_position(words[0], parts), read_channel(words[1]), read_value(words[2], format)};
}

Answer read_record(std::string_view bytes, const Format& format) {
  const std::uint64_t pattern = field_of(bytes, 2);
  if (format.storage_bits < 64 && pattern >> format.storage_bits != 0)
    throw Error(fmt::format("0x{:016x} is no bit pattern of {}", pattern, format.name()));
  return {static_cast<std::int64_t>(field_of(bytes, 0)), field_of(bytes, 1),
          value_of(format, pattern)};
}

}  // namespace sextant::conformance
