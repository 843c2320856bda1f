#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/number/format.hpp"
#include "sextant/recipe/bound/hypothesis.hpp"

namespace sextant::recipe {

/// An upper bound of an absolute error, by where it comes from.  reports/derivations/recipes.md
struct Terms {
  double position = 0;  ///< the position does not fit the format, or is shifted or scaled in it
  double base = 0;      ///< the base, or a constant made of it, does not fit
  double exponent = 0;  ///< the exponent, or the argument of exp, is rounded
  double scaling = 0;   ///< what a context adds to the error of the frequency
  double power = 0;     ///< pow, exp or log err; or the steps of a recurrence do
  double product = 0;   ///< the last operation that forms the angle is rounded
  double sine = 0;      ///< sine and cosine err, and so does an amplitude
  double storage = 0;   ///< the result is stored in a narrower format

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

/// The error of an angle, as relative parts: |â − a| ≤ |a|·(Π(1 + part) − 1) + absolute.
///                                                                              recipes.md, (8)
struct AngleError {
  double angle = 0;  ///< an upper bound of |a|
  double position = 0, base = 0, exponent = 0, scaling = 0, power = 0, product = 0;
  double absolute = 0;   ///< radians besides, counted with `power`
  double offset = 0;     ///< what is added to the angle before a sine is taken
  bool vacuous = false;  ///< outside the format's range: nothing is promised
};

/// What finishes a value after its angle.
struct Finish {
  double unit = 0;  ///< of the format computed in
  Hypothesis hypothesis;
  double amplitude = 1;  ///< upper bound of |amplitude|
  double amplify = 0;    ///< relative error of multiplying by it
  bool normal = true;    ///< whether the format computed in holds it as a normal number, or as 0
  Format compute, store;
};

/// The bound of sin or cos of such an angle, or of the frequency itself; infinite where nothing is
/// promised.                                                         recipes.md, (8) to (17)
Terms propagate(const AngleError& error, Function function, const Finish& finish);

/// What rounding a value of at most this magnitude to `format` costs; infinite where it overflows.
double storage_error(const Format& format, double magnitude);

/// Pays for the roundings of evaluating a bound in doubles.                     recipes.md, (18)
inline constexpr double kUpward = 1 + 0x1p-40;

}  // namespace sextant::recipe
