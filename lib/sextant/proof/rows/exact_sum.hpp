#pragma once

#include <compare>

namespace sextant::proof {

/// The exact sum a + b of two doubles: the nearest double and the remainder, ordered as the sums
/// are.  Rounding must be to nearest (exact::Environment).                    distinct_rows.md, (9)
struct ExactSum {
  double high = 0, low = 0;

  auto operator<=>(const ExactSum&) const = default;

  static ExactSum of(double a, double b) {
    const double high = a + b;
    const double part = high - a;
    return {high, (a - (high - part)) + (b - part)};
  }
};

}  // namespace sextant::proof
