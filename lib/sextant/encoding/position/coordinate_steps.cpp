#include "sextant/encoding/position/coordinate_steps.hpp"

namespace sextant {

AffineMap map_of(const CoordinateSteps& steps, const Rational& pi) {
  AffineMap map;
  for (const CoordinateStep& step : steps.steps) {
    Rational factor = 1;
    Rational offset = 0;
    switch (step.operation) {
      case CoordinateStep::Operation::add:
        offset = step.number;
        break;
      case CoordinateStep::Operation::multiply:
      case CoordinateStep::Operation::sum:
        factor = step.number;
        for (int k = 0; k < step.pi_power; ++k) factor *= pi;
        break;
      case CoordinateStep::Operation::divide:
        factor = 1 / step.number;
        break;
      case CoordinateStep::Operation::line:
        factor = (step.last - step.first) / Rational(step.count - 1);
        offset = step.first;
    }
    map.factor *= factor;
    map.offset = map.offset * factor + offset;
  }
  return map;
}

}  // namespace sextant
