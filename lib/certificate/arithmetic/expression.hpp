#pragma once

#include <optional>
#include <vector>

#include "certificate/arithmetic/document.hpp"
#include "certificate/arithmetic/number.hpp"

namespace sextant::certificate {

/// An exact number in a certificate: a rational, or an operation on such numbers.
struct Expression {
  enum class Kind : unsigned char { rational, pi, log, power, sum, product };

  Kind kind = Kind::rational;
  Fraction rational;  ///< or the exponent of a power
  std::vector<Expression> parts;
};

/// Throws Error for more than 32 levels, and for exponents of more than 64 digits.
Expression read_expression(const Node& node);

/// A ball that contains the number.  Not finite if the number is undefined, or if `precision` does
/// not suffice to show that it is defined.
Real evaluate(const Expression& e, slong precision);

/// The rational q of a number q·π^p, if the expression shows that form.
struct OfPi {
  Fraction rational;
  slong power = 0;
};
std::optional<OfPi> of_pi(const Expression& e);

}  // namespace sextant::certificate
