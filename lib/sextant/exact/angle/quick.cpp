#include "sextant/exact/angle/quick.hpp"

#include "sextant/exact/angle/ball.hpp"

namespace sextant::exact {

Quick::Quick() {
  for (std::size_t k = 0; k < sines_.size(); ++k)
    sines_[k] = near({PointTable::instance().sine(k % kPoints), 0, -126}).high;
}

bool Quick::nearest_as_compiled(const Dropped& dropped, std::uint64_t phase, double& result) const {
  return computed(dropped, phase, result);
}

const Quick& Quick::instance() {
  static const Quick quick;
  return quick;
}

}  // namespace sextant::exact
