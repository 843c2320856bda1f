#pragma once

#include <cstdint>

#include "sextant/exact/oracle.hpp"

namespace sextant::measure {

/// A difference of two numbers, split at the true value: a − b = (a − x) − (b − x).  Each error is
/// off by `blur` at most.                                                      two_sided.md, (1),
/// (2)
struct ErrorSplit {
  double first = 0;   ///< a − x
  double second = 0;  ///< b − x
  double blur = 0;

  /// How much of the two errors is the first one's, from 0 to 1; half where both are 0.
  double share() const;
};
ErrorSplit split(const exact::Near& x, double a, double b);

/// Which of two numbers is nearer to a true value; `tie` too where they are the same number.
enum class Nearer : std::uint8_t { first, second, tie, undecided };

/// Of finite numbers; `x` is what is known of the truth.                            two_sided.md,
/// (3)
Nearer nearer(const exact::Truth& truth, const exact::Near& x, double a, double b);

}  // namespace sextant::measure
