#include "sextant/recipe/terms.hpp"

#include <algorithm>
#include <cmath>

namespace sextant::recipe {
namespace {

constexpr double kUpward = 1 + 0x1p-40;  // pays for the roundings of evaluating a bound in doubles

/// Numbers below one, and one itself, which is exact wherever it is stored.
double below_one(double x) { return std::min(x, std::nextafter(1.0, 0.0)); }

/// Half of the distance between neighbours of `format` about magnitudes up to x.
double half_ulp(const Format& format, double x) {
  const int e = x > 0 ? std::ilogb(x) : format.emin;
  return std::ldexp(0.5, last_place(format, std::max(e, format.emin)));
}

/// A frequency has the relative parts alone, and perhaps a narrower format.
Terms of_frequency(const AngleError& e, double growth, const Finish& finish) {
  const double size = e.angle * growth * kUpward;
  Terms terms{.base = e.base * size,
              .exponent = e.exponent * size,
              .power = e.power * size,
              .product = e.product * size};
  if (finish.store != finish.compute) terms.storage = half_ulp(finish.store, 2 * size);
  return terms;
}

}  // namespace

double Terms::total() const {
  double sum = 0;
  for (const auto& [name, part] : kNames) sum += this->*part;
  return sum;
}

Terms propagate(const AngleError& error, Function function, const Finish& finish) {
  const double cap = 2 * finish.amplitude * kUpward;
  if (error.vacuous) return {.power = cap};
  const double sum = error.position + error.base + error.exponent + error.power + error.product;
  // Π(1 + part) − 1 ≤ e^sum − 1, shared out in proportion.
  const double growth = sum > 0 ? std::expm1(std::min(sum, 50.0)) / sum : 1;
  if (function == Function::frequency) return of_frequency(error, growth, finish);
  const double delta = error.angle * sum * growth + error.absolute;
  const double reach = error.angle + delta;
  // |sin â − sin a| ≤ δ, and |cos â − cos a| ≤ δ·min(1, |a| + δ): cosine is flat at 0.
  const double slope =
      (function == Function::cosine ? std::min(1.0, reach) : 1.0) * finish.amplitude * kUpward;
  const auto part = [&](double relative) {
    return std::min(error.angle * relative * growth * slope, cap);
  };
  const double size = function == Function::cosine ? 1.0 : std::min(1.0, reach);
  // n ulps of a value below one, or exactly one; sin and cos of an angle 0 are exact.
  const double trig = error.angle == 0 && error.absolute == 0
                          ? 0
                          : finish.hypothesis.trig * 2 * half_ulp(finish.compute, below_one(size)) +
                                finish.hypothesis.reduction * finish.unit * reach;
  const double amplify = finish.amplified ? 2 * finish.unit * (1 + finish.unit) * (size + trig) : 0;
  Terms terms{.position = part(error.position),
              .base = part(error.base),
              .exponent = part(error.exponent),
              .power = std::min(part(error.power) + error.absolute * slope, cap),
              .product = part(error.product),
              .sine = (trig * (1 + 2 * finish.unit) + amplify) * finish.amplitude * kUpward};
  if (finish.store != finish.compute) {
    const double stored = (size + trig + amplify) * finish.amplitude;
    terms.storage = half_ulp(finish.store, finish.amplified ? stored : below_one(stored));
  }
  return terms;
}

}  // namespace sextant::recipe
