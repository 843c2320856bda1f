#pragma once

#include "sextant/encoding/real/error.hpp"
#include "sextant/recipe/bound/arithmetic.hpp"

namespace sextant::recipe {

/// The exact value of a number of T.  Throws Error if it is not finite.
template <class T>
Rational exactly(const T& x) {
  const Number number = Arithmetic<T>::number(x);
  if (!number.finite()) throw Error("a value is not finite");
  return to_rational(number);
}

}  // namespace sextant::recipe
