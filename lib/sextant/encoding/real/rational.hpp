#pragma once

#include <string>
#include <string_view>

#include <boost/multiprecision/cpp_int.hpp>

namespace sextant {

/// Exact integers and rationals: parameters are never rounded.
using Integer = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>,
                                              boost::multiprecision::et_off>;
using Rational = boost::multiprecision::number<
    boost::multiprecision::rational_adaptor<boost::multiprecision::cpp_int_backend<>>,
    boost::multiprecision::et_off>;

/// The exact rational that a text writes: `10000`, `1_000_000`, `-0.25`, `1e6`, `2^20`, `1/3`,
/// `0x1.8p-3`.  Throws Error for anything else, for exponents beyond ±20000 and for more than 32768
/// bits above or below the fraction bar: nobody means those, and they would take memory on a few
/// characters' word.
Rational parse_rational(std::string_view text);

/// `a` or `a/b` in lowest terms; parse_rational reads it back unchanged.
std::string to_text(const Rational& value);

/// 2^exponent, exactly.
Rational power_of_two(int exponent);

bool is_integer(const Rational& value);

}  // namespace sextant
