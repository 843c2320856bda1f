#include "sextant/encoding/frequency.hpp"

#include "sextant/encoding/error.hpp"

namespace sextant {

Ladder ladder(Law law, const Rational& base, int dim, const Rational& shift) {
  if (base <= 0) throw Error("base " + to_text(base) + " is not positive");
  if (law == Law::d) return {base, 2, Rational(dim)};
  const Rational divisor = Rational(dim / 2) - shift;
  if (divisor <= 0) {
    throw Error("law half-minus-shift divides by dim/2 - shift = " + to_text(divisor) +
                ", which must be positive: take a larger --dim or a smaller --shift");
  }
  return {base, 1, divisor};
}

}  // namespace sextant
