#include "sextant/measure/identity/part.hpp"

#include <cmath>

#include "sextant/number/round.hpp"

namespace sextant::measure {

double rounded(const Format& format, double value) {
  if (format == kFloat64) return value;
  if (format == kFloat32) return static_cast<double>(static_cast<float>(value));
  return round_to(format, value);
}

double half_ulp(const Format& format, double result) {
  if (result == 0 || std::abs(result) < std::ldexp(1.0, format.emin))
    return std::ldexp(1.0, format.emin - format.precision);
  return std::ldexp(1.0, std::ilogb(result) - format.precision);
}

}  // namespace sextant::measure
