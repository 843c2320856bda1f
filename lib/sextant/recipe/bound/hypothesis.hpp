#pragma once

#include <limits>

namespace sextant::recipe {

/// The assumed errors of library functions, in ulps of the true result at the given argument.  The
/// last group is for number types whose errors grow with the argument, in units of u times |angle|
/// for sine and cosine, |x| for exp x, |y·ln x| for pow(x, y).
struct Hypothesis {
  double exp = 1, pow = 1, log = 1, trig = 1;
  double trig_absolute = 0;  ///< of sine and cosine, added to their ulps
  double domain = std::numeric_limits<double>::infinity();  ///< of their angles
  double division = 0.5;
  double reduction = 0, exp_argument = 0, pow_argument = 0;

  /// Whether quotients that are numbers of the format are found exactly.
  bool divides_exactly() const { return division <= 0.5; }
  /// A division's error in half ulps: 1 if it is correctly rounded.
  double half_ulps_of_division() const { return 2 * division; }
  friend bool operator==(const Hypothesis&, const Hypothesis&) = default;
};

inline constexpr Hypothesis kLibm{};  ///< what glibc and SLEEF u10 document
inline constexpr Hypothesis kCorrectlyRounded{.exp = 0.5, .pow = 0.5, .log = 0.5, .trig = 0.5};

}  // namespace sextant::recipe
