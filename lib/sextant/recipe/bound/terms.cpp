#include "sextant/recipe/bound/terms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sextant/number/round.hpp"

namespace sextant::recipe {
namespace {

constexpr double kVacuous = std::numeric_limits<double>::infinity();
constexpr double kLeast = 0x1p-1060;  // covers underflow in evaluating a bound in doubles
constexpr double kUseless = 50;       // with a larger sum of relative errors the angle is unknown

/// The magnitude for ulps of values up to one: one itself is exact in every format.
double below_one(double x) { return std::min(x, std::nextafter(1.0, 0.0)); }

/// Half of the distance between neighbours of `format` about magnitudes up to x.
double half_ulp(const Format& format, double x) {
  const int e = x > 0 ? std::ilogb(x) : format.emin;
  return std::ldexp(0.5, last_place(format, std::max(e, format.emin)));
}

double sum_of(const AngleError& e) {
  return e.position + e.base + e.exponent + e.scaling + e.power + e.product;
}

Terms scaled(const AngleError& e, double factor) {
  return {.position = e.position * factor,
          .base = e.base * factor,
          .exponent = e.exponent * factor,
          .scaling = e.scaling * factor,
          .power = e.power * factor,
          .product = e.product * factor};
}

/// Π(1 + part) − 1 ≤ e^sum − 1, shared out in proportion to the parts.              (8)
double growth_of(double sum) { return sum > 0 ? std::expm1(std::min(sum, kUseless)) / sum : 1; }

/// A frequency has only the relative parts, and possibly a narrower format.  (16)
Terms of_frequency(const AngleError& e, const Finish& finish) {
  const double sum = sum_of(e);
  if (sum > kUseless) return {.power = kVacuous};
  Terms terms = scaled(e, e.angle * growth_of(sum) * kUpward);
  const bool one = sum == 0 && e.angle == 1;
  if (!one) terms.power += e.absolute + kLeast;
  if (finish.store != finish.compute && !one) {
    terms.storage = storage_error(finish.store, e.angle * std::exp(sum) * kUpward + e.absolute);
  }
  return terms;
}

/// The same for a sine or cosine without amplitude: if it exceeds 1 by less than half an ulp, it is
/// stored as 1.  (17a)
double storage_of_wave(const Format& format, double magnitude) {
  if (magnitude - 1 > half_ulp(format, 1)) return storage_error(format, magnitude);
  return std::max(half_ulp(format, below_one(magnitude)), magnitude - 1);
}

/// The error of sine and cosine of an angle up to `reach`.  (13)
double trigonometry(const AngleError& e, double reach, double size, const Finish& finish) {
  const Hypothesis& h = finish.hypothesis;
  if (!(reach + e.offset <= h.domain)) return kVacuous;
  const double ulps = h.trig * 2 * half_ulp(finish.compute, below_one(size)) + h.trig_absolute;
  if (h.reduction == 0) return ulps;
  return ulps + h.reduction * finish.unit * (reach + e.offset);
}

}  // namespace

double Terms::total() const {
  double sum = 0;
  for (const auto& [name, part] : kNames) sum += this->*part;
  return sum * (1 + 0x1p-49);
}

double storage_error(const Format& format, double magnitude) {
  if (!(magnitude * (1 + std::ldexp(2.0, -format.precision)) < std::ldexp(2.0, format.emax))) {
    return kVacuous;
  }
  return half_ulp(format, magnitude);
}

Terms propagate(const AngleError& error, Function function, const Finish& finish) {
  if (error.vacuous || !finish.normal) return {.power = kVacuous};
  if (function == Function::frequency) return of_frequency(error, finish);
  const bool cosine = function == Function::cosine;
  const double sum = sum_of(error);
  const double growth = growth_of(sum);
  const double delta = sum > kUseless ? kVacuous : error.angle * sum * growth + error.absolute;
  const double reach = error.angle + delta;
  // |sin â − sin a| ≤ min(δ, 2), and |cos â − cos a| ≤ δ·min(1, |a| + δ): cosine is flat at 0.
  const double slope = cosine ? std::min(1.0, reach) : 1.0;
  const double amplitude = finish.amplitude * kUpward;
  Terms terms;
  if (delta == kVacuous) {
    terms.power = 2 * amplitude;
  } else {
    const double shrink = delta * slope > 2 ? 2 / (delta * slope) : 1;
    terms = scaled(error, error.angle * growth * slope * shrink * amplitude);
    terms.power += error.absolute * slope * shrink * amplitude;
  }
  const bool exact = error.angle == 0 && error.absolute == 0;  // so are sin 0 and cos 0
  if (!exact && amplitude > 0) terms.power += kLeast;
  const double size = cosine ? 1.0 : std::min(1.0, reach);
  const double trig = exact ? 0 : trigonometry(error, reach, size, finish);
  if (std::isinf(trig)) return {.sine = kVacuous};
  terms.sine = (trig + finish.amplify * (size + trig)) * amplitude;
  const bool amplified = finish.amplify > 0;
  if (amplified) terms.sine += std::ldexp(1.0, finish.compute.emin - finish.compute.precision);
  const bool stays = exact && !amplified;  // 0 and 1 are numbers of every format
  if (finish.store != finish.compute && finish.amplitude > 0 && !stays) {
    terms.storage = amplified ? storage_error(finish.store,
                                              (size + terms.sine / amplitude) * amplitude * kUpward)
                              : storage_of_wave(finish.store, (size + trig) * kUpward);
  }
  return terms;
}

}  // namespace sextant::recipe
