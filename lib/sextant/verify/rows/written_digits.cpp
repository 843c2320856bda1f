#include "sextant/verify/rows/written_digits.hpp"

#include <algorithm>
#include <cmath>

namespace sextant::verify {

double written_digits(Rational number) {
  constexpr int kMostPlaces = 20;
  if (number == 0) return 0;
  const auto size = [](const Integer& n) { return std::log10(static_cast<double>(abs(n))); };
  const double fraction = size(numerator(number)) + size(denominator(number));
  for (int k = 0; k < kMostPlaces && !is_integer(number); ++k) number *= 10;
  if (!is_integer(number)) return fraction;
  while (is_integer(Rational(number / 10))) number /= 10;
  return std::min(fraction, size(numerator(number)));
}

}  // namespace sextant::verify
