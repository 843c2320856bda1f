#pragma once

#include <span>
#include <string>
#include <vector>

#include "sextant/number/text.hpp"
#include "sextant/recipe/attention/head.hpp"
#include "sextant/report/claims/claims.hpp"

namespace sextant {

/// The numbers that decide claims: enclosures, which differ only if they are disjoint.
using ClaimInterval = Interval<50>;

inline bool less(const ClaimInterval& a, const ClaimInterval& b) {
  return to_rational(upper_end(a)) < to_rational(lower_end(b));
}
inline bool differ(const ClaimInterval& a, const ClaimInterval& b) {
  return less(a, b) || less(b, a);
}

/// `digits` significant digits.
inline std::string text(const ClaimInterval& x, int digits = 4) {
  return decimal(to_rational(lower_end(x)), digits);
}

/// `verdict` if the numbers support it; else `open`.
inline StatementVerdict shown(bool settled, StatementVerdict verdict) {
  return settled ? verdict : StatementVerdict::open;
}

inline recipe::attention::Matrix<ClaimInterval> reordered(
    const recipe::attention::Matrix<ClaimInterval>& x, const std::vector<std::size_t>& order) {
  return permuted(x, std::span<const std::size_t>(order));
}

}  // namespace sextant
