#include <algorithm>
#include <utility>

#include "certificate/arithmetic/error.hpp"
#include "certificate/search/lattice.hpp"
#include "certificate/search/radius.hpp"

namespace sextant::certificate {
namespace {

/// A row (k, n) and its vector (7).
struct Row {
  Integer k, n, x, y;

  void subtract(const Row& other, const Integer& times) {
    k = k - times * other.k;
    n = n - times * other.n;
    x = x - times * other.x;
    y = y - times * other.y;
  }
};

Integer product(const Row& a, const Row& b) { return a.x * b.x + a.y * b.y; }

/// The integer nearest to a/b, b > 0.
Integer nearest(const Integer& a, const Integer& b) {
  const Integer twice = a + a + b;
  Integer result;
  fmpz_fdiv_q(result.get(), twice.get(), (b + b).get());
  return result;
}

/// Enough bits that the rounding of f, times `last`, is small against the threshold's radius.
slong bits_for(const Near& near) {
  const slong numerator = static_cast<slong>(fmpz_bits(fmpq_numref(near.threshold.get())));
  const slong denominator = static_cast<slong>(fmpz_bits(fmpq_denref(near.threshold.get())));
  const slong bits = near.last.bits() + std::max<slong>(0, denominator - numerator) / 2 + 72;
  if (bits > 8192) throw Refused("the threshold is below all that is searched");
  return bits;
}

}  // namespace

Lattice reduced_pair(const Near& near, Turns& turns) {
  const slong bits = bits_for(near);
  Real reach = square_of_phases(near.threshold);
  arb_sqrt(reach.get(), reach.get(), 256);
  arb_mul_2exp_si(reach.get(), reach.get(), bits);
  Integer unit;
  fmpz_fdiv_q(unit.get(), floor_of(reach).get(), near.last.get());
  unit = std::max(unit, Integer(1));
  Row a{1, 0, turns.fixed_point(bits).front(), unit};
  Row b{0, 1, Integer(0) - power_of_two(bits), 0};
  for (;;) {
    if (product(b, b) < product(a, a)) std::swap(a, b);
    const Integer times = nearest(product(a, b), product(a, a));
    if (times.sign() == 0) break;
    b.subtract(a, times);
  }
  return {static_cast<int>(bits), unit, {{a.k, a.n}, {b.k, b.n}}};
}

}  // namespace sextant::certificate
