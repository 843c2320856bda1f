#include "sextant/measure/prefilter/split.hpp"

#include <cmath>

#include "sextant/number/precision_levels.hpp"

namespace sextant::measure {
namespace {

constexpr double kSubtraction = 0x1p-50;  // relative to what was subtracted; two_sided.md, (2)

/// The same if doubles cannot decide: compares the middle of a and b with the truth's definition.
Nearer by_definition(const exact::Truth& truth, double a, double b) {
  const Rational middle = (to_rational(from_double(a)) + to_rational(from_double(b))) / 2;
  const Nearer lower = a < b ? Nearer::first : Nearer::second;
  const Nearer upper = a < b ? Nearer::second : Nearer::first;
  if (const auto known = truth.rational())
    return *known == middle ? Nearer::tie : *known < middle ? lower : upper;
  for (int level = kFirstLevel; level < kPrecisionLevels; ++level) {
    const auto x = truth.enclosure(level);
    if (x.lower.finite() && to_rational(x.lower) > middle) return upper;
    if (x.upper.finite() && to_rational(x.upper) < middle) return lower;
  }
  return Nearer::undecided;
}

}  // namespace

double ErrorSplit::share() const {
  const double both = std::abs(first) + std::abs(second);
  return both > 0 ? std::abs(first) / both : 0.5;
}

ErrorSplit split(const exact::Near& x, double a, double b) {
  const double from_a = a - x.high;
  const double from_b = b - x.high;
  const double least = std::abs(from_a) + std::abs(from_b) + std::abs(x.low);
  return {from_a - x.low, from_b - x.low, least * kSubtraction + x.radius};
}

Nearer nearer(const exact::Truth& truth, const exact::Near& x, double a, double b) {
  if (a == b) return Nearer::tie;
  const ErrorSplit errors = split(x, a, b);
  const double twice = errors.first + errors.second;  // from x to the middle of a and b, twice
  if (std::isfinite(twice) && std::abs(twice) > 2 * errors.blur)
    return (twice > 0) == (a < b) ? Nearer::first : Nearer::second;
  return by_definition(truth, a, b);
}

}  // namespace sextant::measure
