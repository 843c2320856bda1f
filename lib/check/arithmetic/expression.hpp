#pragma once

#include <optional>
#include <vector>

#include "check/arithmetic/document.hpp"
#include "check/arithmetic/number.hpp"

namespace sextant::check {

/// An exact number as a certificate writes it: a rational, or an operation on such.
struct Expression {
  enum class Kind : unsigned char { rational, pi, log, power, sum, product };

  Kind kind = Kind::rational;
  Fraction rational;  ///< or the exponent of a power
  std::vector<Expression> parts;
};

/// Refuses what is nested more than 32 deep, and exponents of more than 64 digits.
Expression read_expression(const Node& node);

/// A ball that holds the number.  It is not finite where the number has no value, or where
/// `precision` does not show that it has one.
Real evaluate(const Expression& e, slong precision);

/// q of a number q·π^p, where the expression shows it to be one.
struct OfPi {
  Fraction rational;
  slong power = 0;
};
std::optional<OfPi> of_pi(const Expression& e);

}  // namespace sextant::check
