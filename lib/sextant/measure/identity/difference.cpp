#include "sextant/measure/identity/difference.hpp"

#include <cmath>

namespace sextant::measure {

Difference difference(const Sample& ahead, const Sample& behind, long double reach,
                      long double partner, const Format& format) {
  Difference found;
  const long double apart = static_cast<long double>(ahead.value) - behind.value;
  const long double truly = ahead.truth - behind.truth;
  const double stored = rounded(format, ahead.value - behind.value);
  found.entries = {static_cast<double>(std::abs(apart - truly)),
                   (ahead.error + behind.error) * kUpward + 2 * kEvaluation};
  const auto lost = static_cast<double>(std::abs(stored - apart));
  found.subtraction = {lost, lost == 0 ? 0 : half_ulp(format, stored) * kUpward + 2 * kEvaluation};
  const auto x = static_cast<double>(std::abs(reach));
  const auto size = static_cast<double>(std::abs(partner));
  found.truncation = {static_cast<double>(std::abs(truly - 2 * reach * partner)),
                      size * x * x * x / 3 * kUpward + (2 + 2 * x) * kEvaluation};
  found.whole = {static_cast<double>(std::abs(stored - 2 * reach * partner)),
                 total(found.entries, found.subtraction, found.truncation)};
  return found;
}

}  // namespace sextant::measure
