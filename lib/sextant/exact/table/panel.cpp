#include "sextant/exact/table/panel.hpp"

#include <algorithm>

#include "sextant/exact/table/bounds.hpp"
#include "sextant/exact/table/environment.hpp"

namespace sextant::exact {
namespace {

std::vector<std::size_t> slots_of(const Shape& shape, std::size_t pairs) {
  std::vector<std::size_t> order;
  for (std::size_t tile = 0; tile * shape.tile < pairs; ++tile) {
    for (const std::size_t pair : shape.order)
      order.push_back(std::min(tile * shape.tile + pair, pairs - 1));
  }
  return order;
}

}  // namespace

Panel::Panel(const Kernel& kernel, const Shape& shape, std::size_t first,
             std::span<const Turn> half_steps, std::size_t half, bool runs, int scale)
    : first_(first),
      pairs_(half_steps.size()),
      half_(half),
      tiles_((half_steps.size() + shape.tile - 1) / shape.tile),
      doubles_(tiles_ * shape.tile * shape.doubles),
      scale_(scale),
      order_(slots_of(shape, half_steps.size())),
      block_turn_(order_.size()),
      run_turn_(order_.size()),
      offsets_(half * doubles_) {
  const Environment environment;
  std::vector<Turn> turns(slots());
  const auto fill = [&](Points& points, std::size_t half_turns) {
    for (std::size_t slot = 0; slot < slots(); ++slot)
      turns[slot] = static_cast<Position>(half_turns) * half_steps[order_[slot]];
    points.set(kernel, turns);
  };
  fill(block_turn_, 4 * half);
  if (runs && kernel.fused) fill(run_turn_, 4 * half * kRunBlocks);
  Points offset(slots());
  Points step(slots());
  fill(offset, 1);
  if (kernel.fused) fill(step, 2);
  for (std::size_t j = 0; j < half; ++j) {
    if (j > 0) {
      if (kernel.fused) {
        offset.advance(kernel, step);
      } else {
        fill(offset, 2 * j + 1);
      }
    }
    offset.pack(kernel, scale, offsets_.data() + j * doubles_);
  }
}

Angles Panel::angles(const double* anchors) const {
  return {anchors, offsets_.data(), tiles_, half_, scale_};
}

}  // namespace sextant::exact
