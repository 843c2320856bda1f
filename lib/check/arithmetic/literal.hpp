#pragma once

#include <optional>
#include <string_view>

#include "check/arithmetic/number.hpp"

namespace sextant::check {

/// An integer, written in digits, with a minus where it is below 0.
std::optional<Integer> integer_of(std::string_view text);

/// `a/b` or `a`, b > 0.
std::optional<Fraction> fraction_of(std::string_view text);

/// A decimal literal such as 3.81e-07, the rational that it writes.  Nothing where the exponent is
/// beyond ±99999.
std::optional<Fraction> decimal_of(std::string_view text);

}  // namespace sextant::check
