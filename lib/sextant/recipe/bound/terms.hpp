#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/number/format.hpp"
#include "sextant/recipe/bound/hypothesis.hpp"

namespace sextant::recipe {

/// An upper bound of an absolute error, as a sum of terms, one for each source of error.
///                                                                reports/derivations/recipes.md
struct Terms {
  double position = 0;  ///< rounding, shifting and scaling the position
  double base = 0;      ///< rounding the base, or a constant computed from it
  double exponent = 0;  ///< rounding the exponent, or the argument of exp
  double scaling = 0;   ///< context scaling of the frequency
  double power = 0;     ///< errors of pow, exp or log, or of the steps of a recurrence
  double product = 0;   ///< rounding the last operation of the angle
  double sine = 0;      ///< errors of sine, cosine and the amplitude
  double storage = 0;   ///< storing the result in a narrower format

  static constexpr std::array<std::pair<std::string_view, double Terms::*>, 8> kNames = {
      {{"position", &Terms::position},
       {"base", &Terms::base},
       {"exponent", &Terms::exponent},
       {"scaling", &Terms::scaling},
       {"power", &Terms::power},
       {"product", &Terms::product},
       {"sine", &Terms::sine},
       {"storage", &Terms::storage}}};

  /// Their sum, rounded upward.                                                recipes.md, (18)
  double total() const;
};

/// The error of an angle, in relative parts:                                      recipes.md, (8)
///
///   |â − a| ≤ |a|·(Π(1 + part) − 1) + absolute
struct AngleError {
  double angle = 0;  ///< an upper bound of |a|
  double position = 0, base = 0, exponent = 0, scaling = 0, power = 0, product = 0;
  double absolute = 0;   ///< further radians, counted with `power`
  double offset = 0;     ///< added to the angle before its sine is computed
  bool vacuous = false;  ///< outside the format's range: no bound
};

/// The operations after the angle: functions, amplitude and storage.
struct Finish {
  double unit = 0;  ///< unit roundoff of the compute format
  Hypothesis hypothesis;
  double amplitude = 1;  ///< upper bound of |amplitude|
  double amplify = 0;    ///< relative error of multiplying by it
  bool normal = true;    ///< whether the amplitude is 0 or normal in the compute format
  Format compute, store;
};

/// The bound of sin or cos of such an angle, or of the frequency itself; infinite if there is no
/// bound. recipes.md, (8) to (17)
Terms propagate(const AngleError& error, Function function, const Finish& finish);

/// The largest error of rounding a value of at most this magnitude to `format`; infinite if it
/// overflows.
double storage_error(const Format& format, double magnitude);

/// Covers the roundings of evaluating a bound in doubles. recipes.md, (18)
inline constexpr double kUpward = 1 + 0x1p-40;

}  // namespace sextant::recipe
