#include "sextant/proof/lattice/best_approximation.hpp"

#include "sextant/encoding/real/error.hpp"

namespace sextant::proof {
namespace {

Integer floor_of(const Rational& x) {
  const Integer whole = numerator(x) / denominator(x);
  return x < 0 && !is_integer(x) ? Integer(whole - 1) : whole;
}

}  // namespace

Integer best_approximation(const Wide& x, const Integer& last) {
  // The exact continued fractions of both ends, as long as they agree.
  Rational low = to_rational(lower_end(x)), high = to_rational(upper_end(x));
  Integer before = 0, now = 1;  // denominators q_(n−1), q_n; q_0 = 1
  for (bool first = true;; first = false) {
    const Integer quotient = floor_of(low);
    if (quotient != floor_of(high) || low == quotient || high == quotient)
      throw Error("332 bits do not give the continued fraction so far");
    if (!first) {
      const Integer next = quotient * now + before;
      if (next > last) return now;
      before = now;
      now = next;
    }
    const Rational below = low - quotient, above = high - quotient;
    low = 1 / above;
    high = 1 / below;
  }
}

}  // namespace sextant::proof
