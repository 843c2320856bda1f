#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "sextant/number/number.hpp"

namespace sextant::exact {

/// One sine in float64, computed in integers alone, so that no floating-point mode or compiler
/// option has an effect.  A quarter of a turn has 1024 steps; from the nearest of their sines, a
/// sum with an error of at most 2⁻⁶⁹ is rounded if it is far enough from a midpoint.
///                                                       reports/derivations/turn.md, (18) to (22)
class FixedSine {
 public:
  static const FixedSine& instance();

  /// Computes the float64 nearest to the sine of phase·2⁻¹²⁸ turn, where the phase may be off by 4
  /// units.  Returns false if the number is not certain, as for every value below 2⁻¹³.
  [[gnu::always_inline]] bool nearest(Bits phase, double& result) const {
    using U = std::uint64_t;
    auto high = static_cast<U>(phase >> 64), middle = static_cast<U>(phase);
    // The first quarter has all sines up to the sign; a negative rest mirrors its arc.        (18)
    const U mirrored = all_if(high << 1 >> 63);
    const U negative = high >> 63 << 63;
    high ^= mirrored, middle ^= mirrored;
    const U index = (high + (U{1} << (kShift - 1))) >> kShift & (2 * kSteps - 1);
    const U below = all_if(high >> (kShift - 1) & 1);
    const U rest = (high << (64 - kShift + 1) | middle >> (kShift - 1)) ^ below;  // 2⁻⁷⁷ turn
    const Sine& S = sines_[index];
    const U C = sines_[kSteps - index].high;

    // t = 2π·rest, its square z, and from it 1 − sin(t)/t and 1 − cos t.              (19), (20)
    const U t = high_word(rest, kTwoPi);                       // 2⁻⁷⁴
    const U z = high_word(t, t);                               // 2⁻⁸⁴
    const U z2 = (z >> 32) * (z >> 32) >> 32;                  // z², 2⁻⁷²
    const U q = high_word(z, kSixth) - (z2 * kOver120 >> 24);  // 2⁻⁸⁶
    const U v = z / 2 - (z2 * kOver24 >> 24);                  // 2⁻⁸⁴
    const U ct = high_word(C, t);                              // 2⁻⁷³
    const U forward = ((ct - (high_word(ct, q) >> 22)) ^ below) - below;
    const U moved = forward - (high_word(S.high, v) >> 10);  // of C·sin t − S·(1 − cos t)   (21)

    const U low = S.low + (moved << 54);  // 2⁻¹²⁷
    const U top =
        S.high + static_cast<U>(static_cast<std::int64_t>(moved) >> 10) + (low < S.low ? 1 : 0);

    // 64 bits from the leading one on; the last 11 and 53 more are the fraction of a unit.   (22)
    const int zeros = std::countl_zero(top | 1);
    const U leading = top << zeros | low >> 1 >> (63 - zeros);
    const U fraction = leading << 53 | low << zeros >> 11;
    const U window = U{1} << ((kWindow + zeros) & 63);
    const U up = fraction >> 63;
    result = std::bit_cast<double>(((U{1022} - static_cast<U>(zeros)) << 52) + (leading >> 11) +
                                   up + negative);
    return zeros <= kMostZeros && fraction - (U{1} << 63) + window > 2 * window;
  }

 private:
  static constexpr int kShift = 52;            ///< of a step in `high`
  static constexpr std::size_t kSteps = 1024;  ///< of a quarter
  static constexpr int kWindow = 47;           ///< 2⁻⁶⁹ in units of 2⁻¹¹⁶
  static constexpr int kMostZeros = 13;
  static constexpr std::uint64_t kTwoPi = 0xc90fdaa22168c235;  ///< 2π·2⁶¹, to nearest
  static constexpr std::uint64_t kSixth = 0xaaaaaaaaaaaaaaaa;  ///< 2⁶⁶/6
  static constexpr std::uint64_t kOver24 = 0xaaaaaaaa;         ///< 2³⁶/24
  static constexpr std::uint64_t kOver120 = 0x88888888;        ///< 2³⁸/120

  struct Sine {
    std::uint64_t high = 0, low = 0;  ///< 2⁻¹²⁷
  };

  FixedSine();

  static constexpr std::uint64_t all_if(std::uint64_t bit) { return 0 - bit; }
  static constexpr std::uint64_t high_word(std::uint64_t a, std::uint64_t b) {
    return static_cast<std::uint64_t>((Bits{a} * b) >> 64);
  }

  std::array<Sine, kSteps + 1> sines_{};
};

}  // namespace sextant::exact
