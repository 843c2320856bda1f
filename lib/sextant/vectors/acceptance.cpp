#include "sextant/vectors/acceptance.hpp"

#include <algorithm>
#include <array>

#include "sextant/number/round.hpp"

namespace sextant::vectors {
namespace {

/// Values are far below the formats' largest numbers: no result is infinite.
Rational rounded(const Format& format, const Rational& value, Rounding rounding) {
  return to_rational(round(format, value, rounding));
}

}  // namespace

std::span<const Format> formats() {
  static constexpr std::array<Format, 4> all = {kFloat64, kFloat32, kBfloat16, kFloat16};
  return all;
}

Stored stored(const Format& format, const Rational& value, const Rational& margin) {
  return {rounded(format, value - margin, Rounding::nearest_even),
          rounded(format, value + margin, Rounding::nearest_even)};
}

Stored acceptable(const Format& format, const Rational& value,
                  const std::optional<Rational>& margin) {
  Stored all{rounded(format, value, Rounding::down), rounded(format, value, Rounding::up)};
  if (!margin) return all;
  const Stored within = stored(format, value, *margin);
  return {std::min(all.low, within.low), std::max(all.high, within.high)};
}

}  // namespace sextant::vectors
