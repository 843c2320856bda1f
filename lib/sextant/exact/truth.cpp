#include "sextant/exact/truth.hpp"

#include "sextant/encoding/real/error.hpp"
#include "sextant/number/ladder.hpp"
#include "sextant/number/text.hpp"

namespace sextant::exact {

std::string decimal(const Truth& truth, int digits) {
  if (const auto exactly = truth.rational()) return sextant::decimal(*exactly, digits);
  for (int rung = kFirstRung; rung < kRungs; ++rung) {
    if (kLadderDigits[rung] < static_cast<unsigned>(digits)) continue;
    const auto [lower, upper] = truth.enclosure(rung);
    if (!lower.finite() || !upper.finite()) continue;
    const std::string below = sextant::decimal(to_rational(lower), digits);
    if (below == sextant::decimal(to_rational(upper), digits)) return below;
  }
  throw Error("the value is too near to a rounding boundary for " + std::to_string(digits) +
              " digits");
}

}  // namespace sextant::exact
