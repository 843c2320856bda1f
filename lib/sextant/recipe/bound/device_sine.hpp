#pragma once

#include <cmath>
#include <numbers>

#include "sextant/recipe/bound/hypothesis.hpp"

namespace sextant::recipe {

/// 1/2π as a float: the constant of the multiplication that reduces.
inline constexpr float kTurnsPerRadian = 0x1.45f306p-3F;

/// What is assumed of the device's sine: on one turn within 2^−21.19, which NVIDIA's programming
/// guide documents for __cosf on [−π, π] (and 2^−21.41 for __sinf).            recipes.md, (48)
inline constexpr Hypothesis kDeviceSine{
    .trig = 0,
    .trig_absolute = 0x1.c0ep-22,
    .text = "sine and cosine of one turn within 2^-21.19 (CUDA programming guide, __cosf)"};

/// What an angle loses, relatively, in the product with 1/2π that reduces it, which is rounded
/// toward zero (FMUL.RZ before MUFU.SIN).                                       recipes.md, (47)
inline constexpr double kDeviceProduct = 2.677 * 0x1p-24;

/// Of the angle: what flushing a subnormal product may cost.                     recipes.md, (47)
inline constexpr double kDeviceFlush = 0x1p-123;

/// The angle as a part of a turn, in (−1, 1), as the device has it.
inline double device_turn(float angle) {
  const double product = static_cast<double>(angle) * static_cast<double>(kTurnsPerRadian);
  auto turns = static_cast<float>(product);
  if (std::abs(static_cast<double>(turns)) > std::abs(product)) turns = std::nextafter(turns, 0.0F);
  const auto wide = static_cast<double>(turns);
  return wide - std::trunc(wide);
}

/// What the device's instruction may be off by at a part of a turn: nothing is published but the
/// bound, so a ripple plays it, such as interpolation in a table leaves, of 2^−22, more than half
/// of the bound.  Quarters of a turn it meets.  recipes.md, §fast-trigonometry
inline double device_ripple(double turn) {
  const double waves = 0x1p14 * std::abs(turn);
  return 0x1p-22 * std::sin(2 * std::numbers::pi * (waves - std::trunc(waves)));
}
inline double device_sine(double turn) {
  const double ripple = device_ripple(turn);
  return std::sin(2 * std::numbers::pi * turn) + (turn < 0 ? -ripple : ripple);
}
inline double device_cosine(double turn) {
  return std::cos(2 * std::numbers::pi * turn) + device_ripple(turn);
}

}  // namespace sextant::recipe
