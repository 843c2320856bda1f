#pragma once

#include <cmath>
#include <limits>

#include "sextant/number/format.hpp"

namespace sextant::measure {

/// A part of the error of a computed identity: its value and its bound.
struct DefectPart {
  double value = 0;
  double bound = 0;

  double ratio() const {
    if (value == 0) return 0;
    if (std::isnan(value)) return std::numeric_limits<double>::infinity();  // no value has a bound
    return bound > 0 ? value / bound : std::numeric_limits<double>::infinity();
  }
};

/// The bound of a sum of parts.
inline double total(const DefectPart& part) { return part.bound; }
template <class... Parts>
double total(const DefectPart& part, const Parts&... rest) {
  return part.bound + total(rest...);
}

/// The result of arithmetic in `format`, as a double: `value` has been rounded to float64 at most
/// once.                                                                         invariance.md, (2)
double rounded(const Format& format, double value);
/// The largest rounding error of a `result` in `format`.                         invariance.md, (1)
double half_ulp(const Format& format, double result);

/// Covers the roundings of evaluating a bound in doubles, and those of numbers near 1 in long
/// double.                                                                       invariance.md, (3)
inline constexpr double kUpward = 1 + 0x1p-40;
inline constexpr double kEvaluation = 0x1p-60;

}  // namespace sextant::measure
