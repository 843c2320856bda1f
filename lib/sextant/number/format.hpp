#pragma once

#include <compare>
#include <string>
#include <string_view>

namespace sextant {

/// A binary number format with `precision` p and exponents emin … emax as in IEEE 754.  Normal
/// numbers reach from 2^emin to (2 − 2^(1−p))·2^emax, subnormal ones down to 2^(emin−p+1).  A
/// format of p bits without limits of the exponent (written `p75`) has no bit patterns.
///
/// float8_e4m3fn uses the patterns of the largest exponent for numbers, except one NaN of each
/// sign. It has no infinities, and its largest number is (2 − 2^(2−p))·2^emax = 448.
struct Format {
  int precision = 53;
  int emin = -1022;
  int emax = 1023;
  int storage_bits = 64;  ///< 0: no bit pattern

  auto operator<=>(const Format&) const = default;

  /// Whether it has no infinities; its exponents then reach one further than in IEEE 754.
  constexpr bool finite_only() const { return storage_bits != 0 && emin + emax > 1; }

  /// The name in NumPy and PyTorch, or `pN`.
  std::string name() const;
  /// The format with this name, or with a short one: fp16, half, bf16, fp32, float, fp64, double.
  /// Throws Error if it is unknown.
  static Format named(std::string_view name);
  /// The format of p significant bits with unbounded exponents.  Throws Error unless 2 ≤ p ≤ 65536.
  static Format bits(int p);
};

inline constexpr Format kFloat8E4m3fn{4, -6, 8, 8};
inline constexpr Format kFloat8E5m2{3, -14, 15, 8};
inline constexpr Format kFloat16{11, -14, 15, 16};
inline constexpr Format kBfloat16{8, -126, 127, 16};
inline constexpr Format kFloat32{24, -126, 127, 32};
inline constexpr Format kFloat64{53, -1022, 1023, 64};
inline constexpr Format kBinary128{113, -16382, 16383, 128};

}  // namespace sextant
