#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "sextant/number/round.hpp"
#include "sextant/vectors/acceptance.hpp"
#include "sextant/vectors/odd.hpp"

namespace sextant::vectors {
namespace {

/// A rational of any size between 2^−40 and 2, and a margin of some part of it.
struct Drawn {
  Rational value, margin;
};
Drawn draw() {
  const auto bits = *draw::in_range<std::int64_t>(-(std::int64_t{1} << 53), std::int64_t{1} << 53);
  const auto scale = *draw::in_range(-93, -52);
  const auto part = *draw::in_range(-60, 0);
  return {Rational(bits) * power_of_two(scale) / 3, power_of_two(scale + 53 + part) / 7};
}

Format any_format() {
  const auto all = formats();
  return all[*draw::in_range<std::size_t>(0, all.size())];
}

/// vectors.md, (4), from left to right: whatever lies within the margin is stored as an acceptable
/// number.
PROPERTY(Acceptance, WhatLiesWithinTheMarginIsAcceptableHoweverStored) {
  const auto [value, margin] = draw();
  const Format format = any_format();
  const auto part = *draw::in_range(-1000, 1001);
  const Rational z = value + margin * part / 1000;
  const Rational y = to_rational(round(format, z));
  RC_ASSERT(stored(format, value, margin).holds(y));
  RC_ASSERT(acceptable(format, value, margin).holds(y));
}

/// And from right to left: both ends are what something within the margin is stored as, and the
/// numbers beyond are not.
PROPERTY(Acceptance, BeyondItsEndsNothingWithinTheMarginIsStored) {
  const auto [value, margin] = draw();
  const Format format = any_format();
  const Stored s = stored(format, value, margin);
  const auto past = [&](const Rational& end, Rounding mode) {
    const Rational hair = power_of_two(last_place(format, format.emin) - 2);
    return to_rational(round(format, mode == Rounding::up ? end + hair : end - hair, mode));
  };
  const Rational above = past(s.high, Rounding::up), below = past(s.low, Rounding::down);
  RC_ASSERT(above > s.high && below < s.low);
  RC_ASSERT((s.high + above) / 2 >= value + margin);
  RC_ASSERT((s.low + below) / 2 <= value - margin);
}

/// Without a margin the two neighbours are acceptable, and the value itself where it is a number.
PROPERTY(Acceptance, WithoutAMarginTheNeighboursAreAcceptableAlone) {
  const Rational value = draw().value;
  const Format format = any_format();
  const Stored s = acceptable(format, value, std::nullopt);
  RC_ASSERT(s.low <= value && value <= s.high);
  RC_ASSERT(s.holds(to_rational(round(format, value))));
  const Rational middle = (s.low + s.high) / 2;
  RC_ASSERT(s.low == s.high || !s.holds(s.high + (s.high - s.low)));
  const Number inside = round(format, middle);
  RC_ASSERT(to_rational(inside) == s.low || to_rational(inside) == s.high);
}

/// The digits of a margin are few, and it is never less than what it stands for.
PROPERTY(Acceptance, AMarginIsRoundedUpward) {
  const auto [value, bound] = draw();
  const Rational written = margin(bound, value, kWrongBits);
  const Rational needed = bound + abs(value) * power_of_two(1 - kWrongBits);
  RC_ASSERT(written >= needed);
  RC_ASSERT(written <= needed * (1 + power_of_two(-11)));
}

}  // namespace
}  // namespace sextant::vectors
