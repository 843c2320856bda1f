#pragma once

#include <string_view>

namespace sextant::recipe {

/// The assumed errors of library functions, in ulps of the true result at the given argument.  The
/// second group is for libraries whose errors grow with the argument, in units of u times |angle|
/// for sine and cosine, |x| for exp x, |y·ln x| for pow(x, y).
struct Hypothesis {
  double exp = 1, pow = 1, log = 1, trig = 1;
  double trig_absolute = 0;  ///< of sine and cosine, added to their ulps
  double reduction = 0, exp_argument = 0, pow_argument = 0;
  std::string_view text;
};

inline constexpr Hypothesis kLibm{
    .text =
        "exp, pow, log, sin and cos within 1 ulp (glibc manual, Errors in Math Functions; SLEEF "
        "u10)"};
inline constexpr Hypothesis kCorrectlyRounded{.exp = 0.5,
                                              .pow = 0.5,
                                              .log = 0.5,
                                              .trig = 0.5,
                                              .text = "every function correctly rounded (MPFR)"};

}  // namespace sextant::recipe
