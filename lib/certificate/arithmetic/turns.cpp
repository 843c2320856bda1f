#include "certificate/arithmetic/turns.hpp"

#include <string>

#include "certificate/arithmetic/error.hpp"

namespace sextant::certificate {
namespace {

bool narrow(const Real& x, slong bits) {
  return arb_is_finite(x.get()) != 0 && mag_cmp_2exp_si(arb_radref(x.get()), -bits) <= 0;
}

Real turns(const Expression& frequency, std::size_t pair, slong bits) {
  for (slong precision = bits + 64; precision <= 4 * bits + 65536; precision *= 2) {
    Real x = evaluate(frequency, precision);
    Real turn;
    arb_const_pi(turn.get(), precision);
    arb_mul_2exp_si(turn.get(), turn.get(), 1);
    arb_div(x.get(), x.get(), turn.get(), precision);
    if (narrow(x, bits)) return x;
  }
  throw Error("frequencies[" + std::to_string(pair) + "]: has no value, or one beyond 2^4096");
}

}  // namespace

const std::vector<Real>& Turns::within(slong bits) {
  const slong step = 64 * ((bits + 63) / 64);
  const auto known = known_.find(step);
  if (known != known_.end()) return known->second;
  std::vector<Real> balls;
  for (std::size_t i = 0; i < frequencies_.size(); ++i)
    balls.push_back(turns(frequencies_[i], i, step));
  return known_[step] = std::move(balls);
}

std::vector<Integer> Turns::fixed_point(slong bits) {
  std::vector<Integer> result;
  for (const Real& f : within(bits + 64)) {
    Real scaled;
    arb_mul_2exp_si(scaled.get(), f.get(), bits);
    arf_get_fmpz(result.emplace_back().get(), arb_midref(scaled.get()), ARF_RND_NEAR);
  }
  return result;
}

}  // namespace sextant::certificate
