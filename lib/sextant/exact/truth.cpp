#include "sextant/exact/truth.hpp"

#include "sextant/exact/undecided.hpp"
#include "sextant/number/precision_levels.hpp"
#include "sextant/number/text.hpp"

namespace sextant::exact {

std::string decimal(const Truth& truth, int digits) {
  if (const auto exactly = truth.rational()) return sextant::decimal(*exactly, digits);
  for (int level = kFirstLevel; level < kPrecisionLevels; ++level) {
    if (kPrecisionDigits[level] < static_cast<unsigned>(digits)) continue;
    const auto [lower, upper] = truth.enclosure(level);
    if (!lower.finite() || !upper.finite()) continue;
    const std::string below = sextant::decimal(to_rational(lower), digits);
    if (below == sextant::decimal(to_rational(upper), digits)) return below;
  }
  throw Undecided("the value is too near to a rounding boundary for " + std::to_string(digits) +
                  " digits");
}

}  // namespace sextant::exact
