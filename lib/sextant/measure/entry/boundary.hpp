#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>

#include "sextant/exact/angle/ball.hpp"

namespace sextant::measure {

/// A kind of value where rounding changes: a midpoint (rounding to nearest changes), a number of
/// the format (its two neighbours change), or ±1. ±1 is separate because cosines near 1 are
/// frequent (1 − cos t is t²/2) and would fill the list of numbers.
enum class Boundary : unsigned char { midpoint, number, one };
inline constexpr std::size_t kBoundaries = 3;
inline constexpr std::string_view kBoundaryNames[kBoundaries] = {"midpoint", "number", "one"};

/// A value as bits·2^(e − 127); the highest of the 128 bits is set.
struct Leading {
  Bits bits = 0;
  int e = 0;
  std::uint64_t radius =
      0;  ///< in units of float64's Distance; an upper bound for narrower formats

  /// nullopt for a ball that may be 0, or is exact: values known by algebra are not hard.
  static std::optional<Leading> of(const exact::Ball& ball) {
    const Bits size = static_cast<Bits>(ball.mid < 0 ? -ball.mid : ball.mid);
    if (size <= ball.radius || ball.radius == 0) return std::nullopt;
    const auto high = static_cast<std::uint64_t>(size >> 64);
    const int zeros = high != 0 ? std::countl_zero(high)
                                : 64 + std::countl_zero(static_cast<std::uint64_t>(size));
    const Bits radius = (ball.radius << zeros) >> (64 - kFloat64.precision - 1);
    const auto most = Bits{1} << 62;
    return Leading{size << zeros, 127 - zeros + ball.exponent,
                   static_cast<std::uint64_t>(radius < most ? radius : most) + 1};
  }

  /// The same for a sine or cosine, whose magnitude is below 1: a larger part of the ball is cut.
  static std::optional<Leading> of_wave(const exact::Ball& ball) {
    auto result = of(ball);
    if (result && result->e >= 0) result = {~Bits{0}, -1, result->radius};
    return result;
  }
};

/// The nearest boundary of a format, and its distance in units of 2⁻⁶⁵ ulp.
struct Distance {
  std::uint64_t units = 0;
  Boundary kind = Boundary::midpoint;

  /// nullopt for values nearer to 0 than to the least midpoint.
  static std::optional<Distance> of(const Leading& x, const Format& format) {
    // The leading p + 1 bits (fewer for subnormal numbers) count half ulps; the others are the
    // fraction of half an ulp.
    const int below = x.e < format.emin ? format.emin - x.e : 0;
    const int kept = format.precision + 1 - below;
    if (kept < 0) return std::nullopt;
    const auto rest = static_cast<std::uint64_t>((x.bits << kept) >> 64);
    const bool up = (rest >> 63) != 0;
    const auto half_ulps = static_cast<std::uint64_t>(kept == 0 ? 0 : x.bits >> (128 - kept)) + up;
    Distance result{up ? 0 - rest : rest, Boundary::midpoint};
    if (half_ulps % 2 == 0)
      result.kind =
          x.e == -1 && half_ulps == std::uint64_t{1} << kept ? Boundary::one : Boundary::number;
    return result;
  }
};

}  // namespace sextant::measure
