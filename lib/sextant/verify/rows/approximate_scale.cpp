#include "sextant/verify/rows/approximate_scale.hpp"

#include <cmath>

namespace sextant::verify {

double approximate_scale(const Waves& waves, Position position, int pair) {
  if (!waves.xpos) return 1;
  const Xpos& of = waves.xpos->of;
  const double place =
      static_cast<double>(position) + static_cast<double>(Rational(waves.origin - of.centre));
  const double quotient = place / static_cast<double>(of.scale_base);
  const double power = waves.xpos->floors ? std::floor(quotient) : quotient;
  const auto base = static_cast<double>(zeta(*waves.xpos, pair));
  return std::pow(base, of.of == Xpos::Of::keys ? -power : power);
}

}  // namespace sextant::verify
