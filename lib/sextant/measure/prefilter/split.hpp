#pragma once

#include <cstdint>

#include "sextant/exact/oracle.hpp"

namespace sextant::measure {

/// The difference of two numbers, split at the true value x: a − b = (a − x) − (b − x).  Each part
/// has an error of at most `blur`. two_sided.md, (1), (2)
struct ErrorSplit {
  double first = 0;   ///< a − x
  double second = 0;  ///< b − x
  double blur = 0;

  /// The first part's share of the sum of magnitudes, from 0 to 1; ½ if both are 0.
  double share() const;
};
ErrorSplit split(const exact::Near& x, double a, double b);

/// Which of two numbers is nearer to a true value; `tie` also if they are equal.
enum class Nearer : std::uint8_t { first, second, tie, undecided };

/// For finite numbers; `x` is an approximation of the truth. two_sided.md, (3)
Nearer nearer(const exact::Truth& truth, const exact::Near& x, double a, double b);

}  // namespace sextant::measure
