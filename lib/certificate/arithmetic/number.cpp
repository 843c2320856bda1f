#include "certificate/arithmetic/number.hpp"

namespace sextant::certificate {

std::string Integer::text() const {
  char* text = fmpz_get_str(nullptr, 10, x_);
  std::string result = text;
  flint_free(text);
  return result;
}

Integer operator+(const Integer& a, const Integer& b) {
  Integer sum;
  fmpz_add(sum.get(), a.get(), b.get());
  return sum;
}

Integer operator-(const Integer& a, const Integer& b) {
  Integer difference;
  fmpz_sub(difference.get(), a.get(), b.get());
  return difference;
}

Integer operator*(const Integer& a, const Integer& b) {
  Integer product;
  fmpz_mul(product.get(), a.get(), b.get());
  return product;
}

Integer power_of_two(slong exponent) {
  Integer power = 1;
  fmpz_mul_2exp(power.get(), power.get(), static_cast<ulong>(exponent));
  return power;
}

std::string Real::text() const {
  char* text = arb_get_str(x_, 12, ARB_STR_NO_RADIUS);
  std::string result = text;
  flint_free(text);
  return result;
}

namespace {

Integer rounded(const Real& x, bool up) {
  arf_t end;
  arf_init(end);
  if (up)
    arb_get_ubound_arf(end, x.get(), ARF_PREC_EXACT);
  else
    arb_get_lbound_arf(end, x.get(), ARF_PREC_EXACT);
  Integer result;
  arf_get_fmpz(result.get(), end, up ? ARF_RND_CEIL : ARF_RND_FLOOR);
  arf_clear(end);
  return result;
}

}  // namespace

Integer floor_of(const Real& x) { return rounded(x, false); }
Integer ceiling_of(const Real& x) { return rounded(x, true); }

Side side(const Real& x, const Fraction& mark) {
  // x·q against p: both exact, except for the ball.
  Real scaled, numerator;
  arb_mul_fmpz(scaled.get(), x.get(), fmpq_denref(mark.get()), ARF_PREC_EXACT);
  arb_set_fmpz(numerator.get(), fmpq_numref(mark.get()));
  if (arb_lt(scaled.get(), numerator.get()) != 0) return Side::below;
  if (arb_gt(scaled.get(), numerator.get()) != 0) return Side::above;
  return Side::unclear;
}

}  // namespace sextant::certificate
