#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "sextant/exact/angle/arc.hpp"
#include "sextant/number/format.hpp"

namespace sextant::exact {

/// One sine or cosine in a narrow format, computed in doubles.  The error is at most 2⁻⁵¹ in every
/// rounding mode.  The result is rounded by integers, so that rounding modes have no effect.
///                                                       reports/derivations/turn.md, (16) and (17)
class Quick {
 public:
  static const Quick& instance();

  /// Whether `nearest` supports the format: at most 24 bits, with normal numbers from 2⁻¹³ to 1.
  static bool serves(const Format& format) {
    return format.precision <= 24 && format.emin <= -13 && format.emax >= 0;
  }

  /// The bits of a double that a format drops: half a unit of them, and their mask.
  struct Dropped {
    std::uint64_t half = 0;
    std::uint64_t mask = 0;  ///< 0: never certain

    static Dropped by(const Format& format) {
      const std::uint64_t half = std::uint64_t{1} << (52 - format.precision);
      return {half, 2 * half - 1};
    }
  };

  /// Computes the number nearest to the sine of `phase`·2⁻⁶⁴ turn, where `phase` may be off by 4
  /// units.  Returns false if the number is not certain.  The error bound holds for one sequence of
  /// roundings; programs with -ffast-math call the library's code.
  [[gnu::always_inline]] bool nearest(const Dropped& dropped, std::uint64_t phase,
                                      double& result) const {
#ifdef __FAST_MATH__
    return nearest_as_compiled(dropped, phase, result);
#else
    return computed(dropped, phase, result);
#endif
  }

 private:
  bool nearest_as_compiled(const Dropped& dropped, std::uint64_t phase, double& result) const;

  /// Always inlined, so that a linker cannot replace it by another program's copy.
  [[gnu::always_inline]] bool computed(const Dropped& dropped, std::uint64_t phase,
                                       double& result) const {
    constexpr int shift = 64 - kIndexBits;
    const std::uint64_t index = (phase + (std::uint64_t{1} << (shift - 1))) >> shift;
    const auto rest = static_cast<std::int64_t>(phase - (index << shift));
    const double S = sines_[index % kPoints];
    const double C = sines_[index % kPoints + kPoints / 4];
    // For x in [−2π/2048, 2π/2048]: sin x − x and cos x − 1.  The coefficients are literals:
    // compilers do not divide at compile time when rounding modes may change.         turn.md, (16)
    constexpr double two_pi = 0x1.921fb54442d18p-62;
    constexpr double sixth = 0x1.5555555555555p-3;
    constexpr double over_120 = 0x1.1111111111111p-7;
    constexpr double over_24 = 0x1.5555555555555p-5;
    const double x = static_cast<double>(rest) * two_pi;
    const double z = x * x;
    const double sine = x * z * (z * over_120 - sixth);
    const double cosine_less_1 = z * (z * over_24 - 0.5);
    const double value = S + (C * x + (C * sine + S * cosine_less_1));

    // Far from a midpoint of the format, and not tiny.                                turn.md, (17)
    const auto bits = std::bit_cast<std::uint64_t>(value);
    result = std::bit_cast<double>((bits + dropped.half) & ~dropped.mask);
    const bool tiny = (bits >> 52 & 0x7ff) < 1023 + kTiny;
    return !tiny && ((bits + dropped.half + kWindow) & dropped.mask) > 2 * kWindow;
  }

  static constexpr int kError = -51;  // exponent of two turn.md, (16)
  static constexpr int kTiny = -13;
  static constexpr std::uint64_t kWindow = std::uint64_t{1} << (kError + 52 - kTiny);

  Quick();

  std::array<double, kPoints + kPoints / 4>
      sines_{};  ///< from a quarter turn on, these are cosines
};

}  // namespace sextant::exact
