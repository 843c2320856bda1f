#include "certificate/search/radius.hpp"

namespace sextant::certificate {
namespace {

constexpr slong kPrecision = 256;

}  // namespace

Real square_of_phases(const Fraction& threshold) {
  Real x(threshold, kPrecision);
  if (fmpq_cmp_si(threshold.get(), 4) >= 0) {
    arb_mul_2exp_si(x.get(), x.get(), -4);
    return x;
  }
  Real pi;
  arb_const_pi(pi.get(), kPrecision);
  arb_sqrt(x.get(), x.get(), kPrecision);
  arb_mul_2exp_si(x.get(), x.get(), -1);
  arb_asin(x.get(), x.get(), kPrecision);
  arb_div(x.get(), x.get(), pi.get(), kPrecision);
  arb_mul(x.get(), x.get(), x.get(), kPrecision);
  // So near to 4 that the ball exceeds it: no phase is beyond half a turn.
  if (arb_is_finite(x.get()) == 0) arb_set_d(x.get(), 0.25);
  return x;
}

Real square_of_radius(const Lattice& lattice, const Near& near) {
  Real phases = square_of_phases(near.threshold);
  arb_sqrt(phases.get(), phases.get(), kPrecision);
  arb_mul_2exp_si(phases.get(), phases.get(), lattice.bits);
  // (1/2 + 2⁻⁶⁴)·last·√m.
  Real rounding;
  arb_set_ui(rounding.get(), lattice.basis.size() - 1);
  arb_sqrt(rounding.get(), rounding.get(), kPrecision);
  arb_mul_fmpz(rounding.get(), rounding.get(), near.last.get(), kPrecision);
  Real half;
  arb_one(half.get());
  arb_mul_2exp_si(half.get(), half.get(), 63);
  arb_add_ui(half.get(), half.get(), 1, kPrecision);
  arb_mul_2exp_si(half.get(), half.get(), -64);
  arb_addmul(phases.get(), rounding.get(), half.get(), kPrecision);
  arb_mul(phases.get(), phases.get(), phases.get(), kPrecision);
  const Real scaled = near.last * lattice.unit;
  arb_addmul(phases.get(), scaled.get(), scaled.get(), kPrecision);
  return phases;
}

}  // namespace sextant::certificate
