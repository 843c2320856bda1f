#pragma once

#include <optional>
#include <string_view>

#include "certificate/arithmetic/number.hpp"

namespace sextant::certificate {

/// An integer in digits, with a minus if negative; nullopt for other text.
std::optional<Integer> integer_of(std::string_view text);

/// `a/b` or `a`, b > 0; nullopt for other text.
std::optional<Fraction> fraction_of(std::string_view text);

/// The rational value of a decimal literal such as 3.81e-07. nullopt for other text, and if the
/// exponent exceeds ±99999.
std::optional<Fraction> decimal_of(std::string_view text);

}  // namespace sextant::certificate
