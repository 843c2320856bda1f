#pragma once

#include <span>
#include <string>
#include <vector>

#include "sextant/number/text.hpp"
#include "sextant/recipe/attention/head.hpp"
#include "sextant/report/claims/claims.hpp"

namespace sextant {

/// What claims are settled with: enclosures, which differ only if they have nothing in common.
using Wide = Interval<50>;

inline bool less(const Wide& a, const Wide& b) {
  return to_rational(upper_end(a)) < to_rational(lower_end(b));
}
inline bool differ(const Wide& a, const Wide& b) { return less(a, b) || less(b, a); }

/// Significant digits.
inline std::string text(const Wide& x, int digits = 4) {
  return decimal(to_rational(lower_end(x)), digits);
}

/// A verdict that the figures bear out, or none.
inline Verdict shown(bool settled, Verdict verdict) { return settled ? verdict : Verdict::open; }

inline recipe::attention::Matrix<Wide> reordered(const recipe::attention::Matrix<Wide>& x,
                                                 const std::vector<std::size_t>& order) {
  return permuted(x, std::span<const std::size_t>(order));
}

}  // namespace sextant
