#pragma once

#include <optional>

#include "sextant/encoding/real/rational.hpp"

namespace sextant {

/// base^exponent for base > 0 or an integer exponent. nullopt if it is not rational: base is not
/// (a/b)^k for the exponent's denominator k.  Also nullopt if the exponent's numerator or
/// denominator exceeds 2²⁰.
std::optional<Rational> rational_power(const Rational& base, const Rational& exponent);

}  // namespace sextant
