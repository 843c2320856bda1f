#pragma once

#include "sextant/number/number.hpp"

namespace sextant {

/// The exponent u of ulp(x) = 2^u in `format`: max(e, emin) − p + 1 for 2^e ≤ |x| < 2^(e+1), and
/// emin − p + 1 for x = 0.  This is Goldberg's unit, taken at the true value, with e ≥ emin.  Every
/// ulp of the project is this one.
int ulp_exponent(const Format& format, const Rational& x);
int ulp_exponent(const Format& format, double x);

}  // namespace sextant
