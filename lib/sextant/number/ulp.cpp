#include "sextant/number/ulp.hpp"

#include <cmath>

#include "sextant/number/round.hpp"

namespace sextant {

int ulp_exponent(const Format& format, const Rational& x) {
  if (x == 0) return last_place(format, format.emin);
  const Integer above = abs(numerator(x));
  const Integer below = denominator(x);
  int e = highest_bit(above) - highest_bit(below);  // |x| is in (2^(e−1), 2^(e+1))
  const bool less = e >= 0 ? above < (below << static_cast<unsigned>(e))
                           : (above << static_cast<unsigned>(-e)) < below;
  if (less) --e;
  return last_place(format, e);
}

int ulp_exponent(const Format& format, double x) {
  return last_place(format, x == 0 ? format.emin : std::ilogb(x));
}

}  // namespace sextant
