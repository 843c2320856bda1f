#include "certificate/statement/distance.hpp"

#include <algorithm>

namespace sextant::certificate {
namespace {

constexpr slong kMostBits = 8192;

/// Increases the precision until `decide` returns a clear answer.
template <class Decide>
Side settled(Decide decide) {
  for (slong precision = 128; precision <= kMostBits; precision *= 2)
    if (const Side side = decide(precision); side != Side::unclear) return side;
  return Side::unclear;
}

}  // namespace

Real Distance::at(const Integer& k, slong precision) const {
  Real sum;
  for (const Real& f : turns_->within(k.bits() + precision)) {
    Real x;
    arb_mul_fmpz(x.get(), f.get(), k.get(), k.bits() + precision + 64);
    arb_sin_pi(x.get(), x.get(), precision);
    arb_addmul(sum.get(), x.get(), x.get(), precision);
  }
  arb_mul_2exp_si(sum.get(), sum.get(), 2);
  return sum;
}

Side Distance::beside(const Integer& k, const Fraction& mark) const {
  return settled([&](slong precision) { return side(at(k, precision), mark); });
}

Side Distance::beside(const Integer& a, const Integer& b) const {
  return settled([&](slong precision) {
    const Real x = at(a, precision);
    const Real y = at(b, precision);
    if (arb_lt(x.get(), y.get()) != 0) return Side::below;
    return arb_gt(x.get(), y.get()) != 0 ? Side::above : Side::unclear;
  });
}

bool Distance::vanishes(const Integer& k) const {
  const auto& frequencies = turns_->frequencies();
  return std::all_of(frequencies.begin(), frequencies.end(), [&](const Expression& e) {
    // ω = q·π, so that k·f = k·q/2.
    const auto number = of_pi(e);
    if (!number) return false;
    if (number->rational.sign() == 0) return true;
    if (number->power != 1) return false;
    Fraction turns;
    fmpq_mul_fmpz(turns.get(), number->rational.get(), k.get());
    fmpq_div_2exp(turns.get(), turns.get(), 1);
    return fmpz_is_one(fmpq_denref(turns.get())) != 0;
  });
}

}  // namespace sextant::certificate
