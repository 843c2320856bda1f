#include "sextant/exact/table/panel.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "sextant/exact/angle/fine.hpp"
#include "sextant/exact/table/bounds.hpp"
#include "sextant/exact/table/environment.hpp"

namespace sextant::exact {
namespace {

/// A ball's midpoint, of magnitude at most about 1, as two doubles.  Each is the nearest to the
/// remainder; the error is at most 2⁻¹⁰⁷.                                             table.md, (8)
std::pair<double, double> nearest_two(const Ball& ball) {
  const auto high = static_cast<double>(ball.mid);
  const auto low = static_cast<double>(ball.mid - static_cast<Ordinal>(high));
  return {std::ldexp(high, ball.exponent), std::ldexp(low, ball.exponent)};
}

std::vector<std::size_t> slots_of(const Shape& shape, std::size_t pairs) {
  std::vector<std::size_t> order;
  for (std::size_t tile = 0; tile * shape.tile < pairs; ++tile) {
    for (const std::size_t pair : shape.order)
      order.push_back(std::min(tile * shape.tile + pair, pairs - 1));
  }
  return order;
}

}  // namespace

void Points::set(std::size_t slot, const SineCosine& values) {
  std::tie(runs_[slot], runs_[slots_ + slot]) = nearest_two(values.sine);
  std::tie(runs_[2 * slots_ + slot], runs_[3 * slots_ + slot]) = nearest_two(values.cosine);
}

void Points::advance(const Kernel& kernel, const Points& by) {
  kernel.advance(runs_.data(), by.runs_.data(), slots_);
}

void Points::pack(const Kernel& kernel, int scale, double* packed) const {
  kernel.pack(runs_.data(), slots_, scale, packed);
}

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
  const auto fill = [&](Points& points, std::size_t half_turns) {
    for (std::size_t slot = 0; slot < slots(); ++slot)
      points.set(slot,
                 fine_sine_cosine(static_cast<Position>(half_turns) * half_steps[order_[slot]]));
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
