#pragma once

#include <optional>

#include "sextant/encoding/real/rational.hpp"

namespace sextant {

/// base^exponent if that is rational, for base > 0 or an integer exponent: base = (a/b)^k for the
/// exponent's denominator k.  Exponents beyond 2²⁰ above or below the bar are not tried.
std::optional<Rational> rational_power(const Rational& base, const Rational& exponent);

}  // namespace sextant
