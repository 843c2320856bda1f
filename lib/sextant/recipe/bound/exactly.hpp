#pragma once

#include <cmath>

#include "sextant/encoding/real/error.hpp"
#include "sextant/recipe/bound/arithmetic.hpp"

namespace sextant::recipe {

/// The exact value of a number of T; throws Error for what has none.
inline Rational finite(const Number& x) {
  if (!x.finite()) throw Error("a value is not finite");
  return to_rational(x);
}
inline Rational exactly(float x) { return finite(from_double(x)); }
inline Rational exactly(double x) { return finite(from_double(x)); }
inline Rational exactly(long double x) {
  if (!std::isfinite(x)) throw Error("a value is not finite");
  int exponent = 0;
  const long double fraction = std::frexp(std::abs(x), &exponent);
  const Integer significand(static_cast<std::uint64_t>(std::ldexp(fraction, 64)));
  return to_rational(make_number(x < 0, significand, exponent - 64));
}
inline Rational exactly(const Binary128& x) { return finite(from_mpfr(x.data())); }
inline Rational exactly(const MpfrFloat50& x) { return finite(from_mpfr(x.backend().data())); }
inline Rational exactly(const CppBinFloat50& x) {
  if (!isfinite(x)) throw Error("a value is not finite");
  if (x == 0) return 0;
  constexpr int digits = Arithmetic<CppBinFloat50>::format.precision;
  const int exponent = ilogb(x) - digits + 1;
  static_assert(digits <= 3 * 64);
  CppBinFloat50 rest = ldexp(abs(x), -exponent);  // whole
  Integer significand = 0;
  for (int limb = 3; limb-- > 0;) {
    const CppBinFloat50 part = floor(ldexp(rest, -64 * limb));
    significand = (significand << 64) + static_cast<std::uint64_t>(part);
    rest -= ldexp(part, 64 * limb);
  }
  return to_rational(make_number(x < 0, significand, exponent));
}

}  // namespace sextant::recipe
