#pragma once

#include <array>
#include <cstdint>

#include "sextant/exact/angle/turn.hpp"

namespace sextant::exact {

/// Sines and cosines of turns are computed from the nearest point of a table of 1024, and the
/// remaining arc.

inline constexpr int kIndexBits = 10;
inline constexpr std::size_t kPoints = std::size_t{1} << kIndexBits;

/// sin(k/1024 turn)·2¹²⁶ rounded to nearest, and 2π·2¹²⁵.
class PointTable {
 public:
  static const PointTable& instance();

  Ordinal sine(std::size_t k) const { return sines_[k]; }
  Ordinal cosine(std::size_t k) const { return sines_[(k + kPoints / 4) % kPoints]; }
  Bits two_pi() const { return two_pi_; }

 private:
  PointTable();

  std::array<Ordinal, kPoints> sines_{};
  Bits two_pi_ = 0;
};

/// The remainder of a turn after its nearest multiple of 1/1024, as a magnitude.       turn.md, (2)
struct Remainder {
  std::size_t index = 0;
  bool negative = false;
  std::uint64_t high = 0, middle = 0, low = 0;
};
Remainder reduce(const Turn& turn);

/// The arc t = W·2^−(125+n) radians of a remainder whose leading bit is bit n from the top.  W lies
/// in [2¹²⁶, 2¹²⁸), with an error ≤ `units`; unknown if units ≥ 2¹⁰⁰.                  turn.md, (3)
struct Arc {
  Bits w = 0;
  Bits units = 0;
  int n = 192;
};
Arc arc(const Remainder& remainder, std::uint64_t radius);

inline Ordinal with_sign(Bits size, bool negative) {
  return negative ? -static_cast<Ordinal>(size) : static_cast<Ordinal>(size);
}

}  // namespace sextant::exact
