#include "sextant/exact/rounded.hpp"

#include "sextant/number/precision_levels.hpp"

namespace sextant::exact {
namespace {

constexpr int kUndecidedLevel = 4;  // the cap of case (d): level 3 is the last one tried

}  // namespace

NearestNumber rounded(const Format& format, const Truth& truth, Rounding rounding) {
  if (const auto exactly = truth.rational()) return {round(format, *exactly, rounding), true};
  Number candidate;
  bool zero = false;
  const int end = truth.may_be_rational() ? kUndecidedLevel : kPrecisionLevels;
  for (int level = kFirstLevel; level < end; ++level) {
    const auto [lower, upper] = truth.enclosure(level);
    if (!lower.finite() || !upper.finite()) continue;
    candidate = round(format, lower.negative, lower.significand, lower.exponent, rounding);
    const Number other = round(format, upper.negative, upper.significand, upper.exponent, rounding);
    if (candidate == other) return {candidate, true};
    zero = candidate.zero() && other.zero();
  }
  // Only the sign of a zero is undecided: the enclosures cannot distinguish the value from 0.
  return zero ? NearestNumber{} : NearestNumber{candidate, false};
}

NearestNumber nearest(const Format& format, const Truth& truth) {
  return rounded(format, truth, Rounding::nearest_even);
}

}  // namespace sextant::exact
