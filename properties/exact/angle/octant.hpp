#pragma once

#include <array>
#include <cstdint>

#include "exact/second_opinion.hpp"

namespace sextant::second_opinion {

/// Sines and cosines of p·ω for |p| < 2²⁴ in doubles, independent of the library: the frequency by
/// Arb, the phase in fixed point, Taylor's series about the nearest quarter of a turn.  The error
/// is at most 3·2⁻⁵³ when rounding to nearest.
///
/// The phase: f = ω/2π modulo 1 is truncated to F·2⁻¹²⁸, so p·F has an error of 2⁻¹⁰⁴ turn.  Its
/// leading 64 bits add an error of 2⁻⁶⁴: 2^−61.3 radians in total.  The remainder after the nearest
/// quarter is at most 2⁶¹ in magnitude. x = RN(RN(rest)·RN(2π·2⁻⁶⁴)), |x| < 0.7854, has the
/// relative errors 2⁻⁵³, 2⁻⁵³ and 2^−54.5.  With z = RN(x²), in units of 2⁻⁵³:
///
///                                                              sin x        cos x
///   the phase, times a slope of at most 1 (0.7072)             1.86         1.32
///   z/2 (its own rounding, 1 part of 0.617/2)                               0.31
///   1 − z/2                                                                 0.5
///   the small term, below 0.0808 (0.0159), in 6 roundings      0.49         0.1
///   the last sum, below 1                                      0.5          0.5
///   the first term left out, x¹⁹/19! (x¹⁸/18!)                 0.001        0.02
///   sum                                                        < 3          < 3
inline constexpr double kOctantError = 0x3p-53;

/// ±1/k!, signed as in the series of sine and cosine.
inline const std::array<double, 18> kTaylor = [] {
  std::array<double, 18> result{};
  double factorial = 1;  // exact up to 18!
  for (std::size_t k = 1; k < result.size(); ++k) {
    factorial *= static_cast<double>(k);
    result[k] = (k / 2 % 2 == 0 ? 1 : -1) / factorial;
  }
  return result;
}();

struct Octant {
  double sine = 0, cosine = 0;
};

/// A frequency as a fraction of a turn, in units of 2⁻¹²⁸, truncated.
inline Bits turn_fraction(const Waves& waves, int pair) {
  Real omega = frequency(waves, pair, 400);
  Real turn;
  arb_const_pi(turn.get(), 400);
  arb_mul_2exp_si(turn.get(), turn.get(), 1);
  arb_div(turn.get(), omega.get(), turn.get(), 400);
  const Rational lower = turn.span().lower * power_of_two(128);
  const Integer whole = Integer(numerator(lower) / denominator(lower));
  return (Bits{static_cast<std::uint64_t>(Integer((whole >> 64) & Integer(~std::uint64_t{0})))}
          << 64) |
         static_cast<std::uint64_t>(Integer(whole & Integer(~std::uint64_t{0})));
}

inline Octant octant(std::uint64_t position, Bits fraction) {
  const auto phase = static_cast<std::uint64_t>((position * fraction) >> 64);
  const std::uint64_t quarter = (phase + (std::uint64_t{1} << 61)) >> 62;
  const auto rest = static_cast<std::int64_t>(phase - (quarter << 62));
  const double x = static_cast<double>(rest) * 0x1.921fb54442d18p-62;
  const double z = x * x;
  double s = kTaylor[17];
  for (std::size_t k = 15; k >= 3; k -= 2) s = kTaylor[k] + z * s;
  double c = kTaylor[16];
  for (std::size_t k = 14; k >= 4; k -= 2) c = kTaylor[k] + z * c;
  s = x + x * z * s;
  c = (1 - z / 2) + z * z * c;
  switch (quarter % 4) {
    case 0:
      return {s, c};
    case 1:
      return {c, -s};
    case 2:
      return {-s, -c};
    default:
      return {-c, s};
  }
}

}  // namespace sextant::second_opinion
