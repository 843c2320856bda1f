#pragma once

#include <cmath>
#include <numbers>

#include "sextant/recipe/bound/hypothesis.hpp"

namespace sextant::recipe {

/// 1/2π as a float: the argument reduction multiplies by it.
inline constexpr float kTurnsPerRadian = 0x1.45f306p-3F;

/// The hypothesis on the device's sine and cosine of one turn: an error of at most 2^−21.19, as
/// NVIDIA's programming guide states for __cosf on [−π, π] (2^−21.41 for __sinf). recipes.md, (48)
inline constexpr Hypothesis kDeviceSine{.trig = 0, .trig_absolute = 0x1.c0ep-22};

/// The relative error of an angle by the argument reduction: the product with 1/2π is rounded
/// toward zero (FMUL.RZ before MUFU.SIN). recipes.md, (47)
inline constexpr double kDeviceProduct = 2.677 * 0x1p-24;

/// The absolute error of an angle if a subnormal product is flushed to zero. recipes.md, (47)
inline constexpr double kDeviceFlush = 0x1p-123;

/// The angle in turns, in (−1, 1), as the device reduces it.
inline double device_turn(float angle) {
  const double product = static_cast<double>(angle) * static_cast<double>(kTurnsPerRadian);
  auto turns = static_cast<float>(product);
  if (std::abs(static_cast<double>(turns)) > std::abs(product)) turns = std::nextafter(turns, 0.0F);
  const auto wide = static_cast<double>(turns);
  return wide - std::trunc(wide);
}

/// A model of the instruction's error at an angle in turns.  Only the bound is published.  The
/// model is a ripple of amplitude 2^−22, as table interpolation leaves one: more than half of the
/// bound, and 0 at quarter turns. recipes.md, §fast-trigonometry
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
