#include "sextant/encoding/frequency/frequency.hpp"

#include <algorithm>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/real/readable.hpp"

namespace sextant {
namespace {

constexpr int kLargestPower = 1 << 17;

/// |log₂ value|, rounded up to an integer.
unsigned size(const Rational& value) {
  return static_cast<unsigned>(std::max(msb(numerator(value)), msb(denominator(value)))) + 1;
}

}  // namespace

GeometricFrequencies geometric_frequencies(Law law, const Rational& base, int dim,
                                           const Rational& shift) {
  if (base <= 0) throw Error("base " + readable(base) + " is not positive");
  if (law == Law::d) return {base, 2, Rational(dim)};
  if (law == Law::powers) {
    const GeometricFrequencies powers{1 / base, 1, 1};
    if (abs(powers[dim / 2 + 1].exponent) * size(base) > kLargestPower)
      throw Error("law powers: the frequencies leave 2^±131072, take a smaller --dim");
    return powers;
  }
  if (law == Law::linear) {
    if (base > 1) throw Error("law linear runs from 1 up to 1/base: --base is at most 1");
    return {base, 1, Rational(std::max(1, dim / 2 - 1)), Spacing::equal};
  }
  const Rational divisor = Rational(dim / 2) - shift;
  if (divisor <= 0) {
    throw Error("law half-minus-shift divides by dim/2 - shift = " + readable(divisor) +
                ", which must be positive: take a larger --dim or a smaller --shift");
  }
  const GeometricFrequencies result{base, 1, divisor};
  if (abs(result[dim / 2 + 1].exponent) * size(base) > kLargestPower) {
    throw Error("law half-minus-shift divides by dim/2 - shift = " + readable(divisor) +
                ": the frequencies leave 2^±131072, take a smaller --shift");
  }
  return result;
}

}  // namespace sextant
