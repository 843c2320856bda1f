#include "sextant/encoding/real/root.hpp"

namespace sextant {
namespace {

constexpr unsigned kLargestRoot = 1U << 20;

/// The k-th root of an integer ≥ 0, if it is an integer.
std::optional<Integer> exact_root(const Integer& n, unsigned k) {
  if (n <= 1 || k == 1) return n;
  const unsigned bits = static_cast<unsigned>(msb(n)) + 1;
  if (k >= bits) return std::nullopt;
  Integer low = Integer(1) << ((bits - 1) / k);
  Integer high = Integer(1) << ((bits - 1) / k + 1);
  while (high - low > 1) {
    const Integer middle = (low + high) / 2;
    (pow(middle, k) <= n ? low : high) = middle;
  }
  if (pow(low, k) == n) return low;
  return std::nullopt;
}

}  // namespace

std::optional<Rational> rational_power(const Rational& base, const Rational& exponent) {
  if (exponent == 0 || base == 1) return Rational(1);
  if (denominator(exponent) > kLargestRoot || abs(numerator(exponent)) > kLargestRoot)
    return std::nullopt;
  const auto k = static_cast<unsigned>(denominator(exponent));
  const bool negative = base < 0;
  const auto above = exact_root(abs(numerator(base)), k);
  const auto below = exact_root(denominator(base), k);
  if (!above || !below) return std::nullopt;
  const auto n = static_cast<unsigned>(Integer(abs(numerator(exponent))));
  Rational power(pow(*above, n), pow(*below, n));
  if (negative && n % 2 != 0) power = -power;
  return exponent < 0 ? Rational(1 / power) : power;
}

}  // namespace sextant
