#include "sextant/exact/rounded.hpp"

#include "sextant/number/ladder.hpp"

namespace sextant::exact {
namespace {

constexpr int kUndecidedRung = 4;  // the cap of case (d): rung 3 is the last one tried

}  // namespace

Nearest rounded(const Format& format, const Truth& truth, Rounding rounding) {
  if (const auto exactly = truth.rational()) return {round(format, *exactly, rounding), true};
  Number candidate;
  const int end = truth.may_be_rational() ? kUndecidedRung : kRungs;
  for (int rung = kFirstRung; rung < end; ++rung) {
    const auto [lower, upper] = truth.enclosure(rung);
    if (!lower.finite() || !upper.finite()) continue;
    candidate = round(format, lower.negative, lower.significand, lower.exponent, rounding);
    if (candidate == round(format, upper.negative, upper.significand, upper.exponent, rounding))
      return {candidate, true};
  }
  return {candidate, false};
}

}  // namespace sextant::exact
