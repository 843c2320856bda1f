#pragma once

#include <string>
#include <string_view>

#include "sextant/number/number.hpp"

namespace sextant {

/// `0x…` with all digits of the format.  Empty for formats without bit patterns.
std::string bits_text(const Format& format, const Number& number);
std::string bits_text(const Format& format, Bits bits);

/// C99 hexadecimal without trailing zeros: `0x1.8p-3`, `-0x0p+0`, `inf`, `nan`.
std::string hex_text(const Number& number);

/// The decimal with the fewest digits that reads back as the same number of `format`; if there are
/// several, the one nearest to the number.
std::string shortest_decimal(const Format& format, const Number& number);

/// Three digits more than are needed to distinguish all numbers of a format.
int telling_digits(const Format& format);

/// A number of `format` as messages show it together with its error; its shortest decimal would
/// contradict the error.  All digits if they are at most 17, as for bfloat16; otherwise
/// `telling_digits`.
std::string stored_decimal(const Format& format, const Number& number);

/// `digits` significant decimal digits of a rational, rounded to nearest, ties to even.
std::string decimal(const Rational& value, int digits);

/// The number 0.d₁d₂… · 10^point in usual notation: 0.00123, 12.5, 1.25e-07.
std::string place_point(bool negative, std::string digits, long point);

/// Reads a decimal or hexadecimal text, `inf` or `nan`, and rounds it to `format`.
Number read_number(const Format& format, std::string_view text);

}  // namespace sextant
