#include "sextant/measure/identity/circle.hpp"

#include <algorithm>
#include <cmath>

namespace sextant::measure {

DefectPart off_the_circle(double s, double c, double es, double ec) {
  const long double square = static_cast<long double>(s) * s + static_cast<long double>(c) * c;
  return {static_cast<double>(std::abs(square - 1)),
          (2 * std::abs(s) * es + es * es + 2 * std::abs(c) * ec + ec * ec) * kUpward +
              3 * kEvaluation};
}

DefectPart storing(double s, double c, double stored_s, double stored_c, double hs, double hc) {
  const long double change = (static_cast<long double>(stored_s) - s) * (stored_s + s) +
                             (static_cast<long double>(stored_c) - c) * (stored_c + c);
  return {static_cast<double>(std::abs(change)),
          (hs * (2 * std::abs(stored_s) + hs) + hc * (2 * std::abs(stored_c) + hc)) * kUpward};
}

DefectPart size(double v, double own, const Format& store) {
  return {std::abs(v), own == 0 ? 1 : rounded(store, std::nextafter(1 + own, 2 + own))};
}

DefectPart excess(double v, double own, const Format& store) {
  const DefectPart whole = size(v, own, store);
  return {std::max(whole.value - 1, 0.0), whole.bound - 1};
}

}  // namespace sextant::measure
