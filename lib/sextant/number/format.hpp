#pragma once

#include <compare>
#include <string>
#include <string_view>

namespace sextant {

/// A binary number format: `precision` significant bits p, exponents emin … emax as in IEEE 754, so
/// that normal numbers are 2^emin … (2 − 2^(1−p))·2^emax and subnormal ones reach 2^(emin−p+1).
/// A format of p bits alone (written `p75`) has no end to its exponents and no bit pattern.
struct Format {
  int precision = 53;
  int emin = -1022;
  int emax = 1023;
  int storage_bits = 64;  ///< 0: no bit pattern

  auto operator<=>(const Format&) const = default;

  /// NumPy's and PyTorch's name, or `pN`.
  std::string name() const;
  /// The format of a name; throws Error for an unknown one.
  static Format named(std::string_view name);
  /// p significant bits and unbounded exponents; throws Error unless 2 ≤ p ≤ 65536.
  static Format bits(int p);
};

inline constexpr Format kFloat16{11, -14, 15, 16};
inline constexpr Format kBfloat16{8, -126, 127, 16};
inline constexpr Format kFloat32{24, -126, 127, 32};
inline constexpr Format kFloat64{53, -1022, 1023, 64};
inline constexpr Format kBinary128{113, -16382, 16383, 128};

}  // namespace sextant
