#include "sextant/exact/angle/fixed_sine.hpp"

#include "sextant/exact/angle/fine.hpp"

namespace sextant::exact {

FixedSine::FixedSine() {
  for (std::size_t k = 0; k <= kSteps; ++k) {
    const Ball sine = fine_sine_cosine({std::uint64_t{k} << kShift, 0, 0, 0}).sine;
    const Bits twice = static_cast<Bits>(sine.mid) << 1;
    sines_[k] = {static_cast<std::uint64_t>(twice >> 64), static_cast<std::uint64_t>(twice)};
  }
}

const FixedSine& FixedSine::instance() {
  static const FixedSine sine;
  return sine;
}

}  // namespace sextant::exact
