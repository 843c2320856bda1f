#pragma once

#include <cmath>
#include <limits>

#include "sextant/number/format.hpp"

namespace sextant::measure {

/// A part of what a computed identity is off by: how large it is, and how large it can be.
struct DefectPart {
  double value = 0;
  double bound = 0;

  double ratio() const {
    if (value == 0) return 0;
    if (std::isnan(value)) return std::numeric_limits<double>::infinity();  // no value has a bound
    return bound > 0 ? value / bound : std::numeric_limits<double>::infinity();
  }
};

/// What parts that add up to can be.
inline double total(const DefectPart& part) { return part.bound; }
template <class... Parts>
double total(const DefectPart& part, const Parts&... rest) {
  return part.bound + total(rest...);
}

/// A result of arithmetic in `format`: a double that it holds, from one rounded once to float64 at
/// most.                                                                        invariance.md, (2)
double rounded(const Format& format, double value);
/// What rounding to `format` was off by at most where `result` came out.        invariance.md, (1)
double half_ulp(const Format& format, double result);

/// Pays for evaluating a bound in doubles, and a part of numbers near 1 in long double.
///                                                                              invariance.md, (3)
inline constexpr double kUpward = 1 + 0x1p-40;
inline constexpr double kEvaluation = 0x1p-60;

}  // namespace sextant::measure
