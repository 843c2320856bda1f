#pragma once

#include <cmath>
#include <type_traits>

#include "sextant/recipe/bound/exponents.hpp"
#include "sextant/recipe/bound/terms.hpp"

namespace sextant::recipe {

/// The errors of recipes that compute exp of a multiple of ln b.  The argument of exp is −e·(ln b +
/// η)·(1 + ρ).  η contains the rounding of the base; ρ those of log, of the `quotient`, of
/// narrowing from Scalar to T and of the product.  An absolute error of the argument is a relative
/// error of exp. recipes.md, (22) to (25)
template <class T, class Scalar>
void fill_by_logarithm(const Exponents<T>& exponents, const Exponents<Scalar>& scalars,
                       double quotient, int pair, AngleError& e) {
  const double u = unit<T>();
  const double v = unit<Scalar>();
  const double argument = scalars.size(pair) * scalars.log_base();
  const double narrowing = std::is_same_v<T, Scalar> ? 0 : u;
  const double log_error = 2 * v * scalars.hypothesis().log;
  const double eta = scalars.base_held() ? 0 : scalars.size(pair) * v;
  const double rho = u + log_error + quotient;
  e.base = std::expm1((eta + argument * narrowing) * (1 + 8 * u));
  e.exponent = std::expm1(argument * rho * (1 + 8 * u));
  e.power = exponents.exp_error(pair);
  e.product = u;
}

}  // namespace sextant::recipe
