#pragma once

#include <cmath>

#include "sextant/recipe/arithmetic.hpp"

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

}  // namespace sextant::recipe
