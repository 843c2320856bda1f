#pragma once

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/real/expression.hpp"
#include "sextant/number/real.hpp"

namespace sextant::exact {

/// An expression in intervals.  Throws Error if it has undecided branches: see `settled`.
template <class I>
I evaluate(const Expression& e) {
  using Kind = Expression::Kind;
  switch (e.kind()) {
    case Kind::rational:
      return enclose<I>(*e.rational());
    case Kind::pi:
      return enclose_pi<I>();
    case Kind::log:
      return log(evaluate<I>(e.part(0)));
    case Kind::exp:
      return exp(evaluate<I>(e.part(0)));
    case Kind::power: {
      const I base = evaluate<I>(e.part(0));
      if (e.exponent() == -1) return I(1) / base;
      if (e.exponent() == Rational(1, 2)) return sqrt(base);
      return exp(I(enclose<I>(e.exponent()) * log(base)));
    }
    case Kind::sum:
      return evaluate<I>(e.part(0)) + evaluate<I>(e.part(1));
    case Kind::product:
      return evaluate<I>(e.part(0)) * evaluate<I>(e.part(1));
    default:
      throw Error("an expression with a decision left was evaluated");
  }
}

}  // namespace sextant::exact
