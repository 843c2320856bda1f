#include "sextant/encoding/logarithm.hpp"

namespace sextant {
namespace {

Rational power(const Rational& x, int n) {
  const auto k = static_cast<unsigned>(n);
  return {pow(numerator(x), k), pow(denominator(x), k)};
}

/// The largest j with b^j ≤ x.
int steps(const Rational& x, const Rational& b) {
  int beyond = 1;
  while (power(b, beyond) <= x) beyond *= 2;
  int low = beyond / 2;
  while (beyond - low > 1) {
    const int middle = low + (beyond - low) / 2;
    (power(b, middle) <= x ? low : beyond) = middle;
  }
  return low;
}

}  // namespace

int floor_of_logarithms(const Rational& a, const Rational& b, int n) {
  return steps(power(a, n), b);
}

int ceil_of_logarithms(const Rational& a, const Rational& b, int n) {
  const Rational x = power(a, n);
  const int j = steps(x, b);
  return power(b, j) == x ? j : j + 1;
}

}  // namespace sextant
