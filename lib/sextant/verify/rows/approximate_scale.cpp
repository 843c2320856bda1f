#include "sextant/verify/rows/approximate_scale.hpp"

#include <cmath>

namespace sextant::verify {
namespace {

/// The exponent of queries.
double exponent(const Waves& waves, Position position) {
  const Xpos& of = waves.xpos->of;
  const double place =
      static_cast<double>(position) + static_cast<double>(Rational(waves.origin - of.centre));
  const double quotient = place / static_cast<double>(of.scale_base);
  return waves.xpos->floors ? std::floor(quotient) : quotient;
}

}  // namespace

bool has_scale(const Waves& waves, Position position) {
  constexpr double kLargest = 0x1p15;  // half of the largest exponent that has a value
  return !waves.xpos || std::abs(exponent(waves, position)) <= kLargest;
}

double approximate_scale(const Waves& waves, Position position, int pair) {
  if (!waves.xpos) return 1;
  const double power = exponent(waves, position);
  const auto base = static_cast<double>(zeta(*waves.xpos, pair));
  return std::pow(base, waves.xpos->of.of == Xpos::Of::keys ? -power : power);
}

}  // namespace sextant::verify
