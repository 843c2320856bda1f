#include "sextant/verify/accept/stored_bound.hpp"

#include <algorithm>
#include <cmath>

#include "sextant/number/ulp.hpp"

namespace sextant::verify {
namespace {

/// Half an ulp of a number, above it or below it in magnitude.
double half_ulp(const Format& format, double number, bool below) {
  return std::ldexp(0.5, ulp_exponent(format, below ? std::nextafter(number, 0.0) : number));
}

/// How far a real that is rounded to `number` may be above it, or below it, in magnitude.
double reach(const Format& store, const Format& compute, double number, bool below) {
  const double once = half_ulp(store, number, below);
  const bool twice = store.precision < kFloat32.precision && compute.precision > kFloat32.precision;
  return twice ? once + half_ulp(kFloat32, std::abs(number) + once, false) : once;
}

}  // namespace

Preimage preimage(const Format& store, const Format& compute, double number) {
  const double above = reach(store, compute, number, false);
  const double below = number == 0 ? above : reach(store, compute, number, true);
  return {number + std::copysign((above - below) / 2, number), (above + below) / 2};
}

double StoredBound::total() const { return (computed + storage) * (1 + 0x1p-49); }

StoredBound stored_bound(const recipe::Recipe& recipe, const Format& compute, const Format& store,
                         std::uint64_t row, std::size_t channel, double got, double want) {
  const recipe::Terms terms = recipe.terms(row, channel);
  recipe::Terms before = terms;
  before.storage = 0;
  StoredBound bound{before.total(), terms.storage, terms.total()};
  if (!(terms.storage > 0) || !std::isfinite(terms.storage) || !std::isfinite(got)) return bound;
  const bool below = want * std::copysign(1.0, got) < std::abs(got);
  bound.storage = std::min(terms.storage, reach(store, compute, got, below));
  return bound;
}

}  // namespace sextant::verify
