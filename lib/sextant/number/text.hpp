#pragma once

#include <string>
#include <string_view>

#include "sextant/number/number.hpp"

namespace sextant {

/// `0x…`, as many digits as the format has.  Formats without a bit pattern give "".
std::string bits_text(const Format& format, const Number& number);
std::string bits_text(const Format& format, Bits bits);

/// C99 hexadecimal, `0x1.8p-3`, `-0x0p+0`, `inf`, `nan`; every digit that matters and no more.
std::string hex_text(const Number& number);

/// The decimal with the fewest digits that reads back as the same number of `format`; among those,
/// the nearest to it.
std::string shortest_decimal(const Format& format, const Number& number);

/// Three digits more than tell all numbers of a format apart.
int telling_digits(const Format& format);

/// A number of `format` as it stands beside its error, which its shortest decimal would contradict:
/// all of its digits where they are 17 at most, as those of a bfloat16 are; else `telling_digits`.
std::string stored_decimal(const Format& format, const Number& number);

/// `digits` significant decimal digits of a rational, rounded to nearest, ties to even.
std::string decimal(const Rational& value, int digits);

/// The digits d₁d₂… of 0.d₁d₂… · 10^point, written as people do: 0.00123, 12.5, 1.25e-07.
std::string place_point(bool negative, std::string digits, long point);

/// Reads a decimal or hexadecimal text, rounded to `format`; also `inf`, `nan`.
Number read_number(const Format& format, std::string_view text);

}  // namespace sextant
