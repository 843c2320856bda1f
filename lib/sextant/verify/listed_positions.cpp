#include "sextant/verify/listed_positions.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "sextant/encoding/error.hpp"

namespace sextant {
namespace {

/// How many binary digits a finite number has after the point.
int digits_after_the_point(double x) {
  if (x == 0) return 0;
  int exponent = 0;
  const double fraction = std::frexp(std::abs(x), &exponent);
  const auto significand = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
  return std::max(0, 53 - exponent - std::countr_zero(significand));
}

}  // namespace

Positions listed_positions(std::span<const double> numbers) {
  int digits = 0;
  double largest = 0;
  for (const double x : numbers) {
    if (!std::isfinite(x)) throw Error("has a position that is not finite");
    digits = std::max(digits, digits_after_the_point(x));
    largest = std::max(largest, std::abs(x));
  }
  if (digits > 62 || std::ldexp(largest, digits) > 0x1p63) {
    throw Error(
        fmt::format("has positions up to {:.3g} and others to 2^-{}: counted in parts of "
                    "2^-{} they reach beyond 2^63; verify them in several tables",
                    largest, digits, digits));
  }
  std::vector<Position> positions;
  positions.reserve(numbers.size());
  for (const double x : numbers) positions.push_back(static_cast<Position>(std::ldexp(x, digits)));
  return Positions::of(std::move(positions), std::uint64_t{1} << digits);
}

}  // namespace sextant
