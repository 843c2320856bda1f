#pragma once

#include <bit>
#include <cstdint>

#include "sextant/encoding/real/error.hpp"
#include "sextant/number/format.hpp"

namespace sextant {

/// The value of a bit pattern of an IEEE format with `fraction` and `exponent` bits.  It uses
/// integers and one exact product, so that flush-to-zero and rounding modes do not change it.  If
/// `finite_only`, only the pattern of ones is a NaN, as in float8_e4m3fn.
template <int fraction, int exponent, bool finite_only = false>
constexpr double widen(std::uint64_t bits) {
  constexpr std::uint64_t top = (std::uint64_t{1} << exponent) - 1;
  constexpr std::uint64_t bias = top / 2;
  constexpr double least = std::bit_cast<double>((1024 - bias - fraction) << 52);
  const std::uint64_t sign = (bits >> (fraction + exponent) & 1) << 63;
  const std::uint64_t biased = bits >> fraction & top;
  const std::uint64_t rest = bits & ((std::uint64_t{1} << fraction) - 1);
  if (biased == 0) {
    const double subnormal = static_cast<double>(rest) * least;
    return std::bit_cast<double>(sign | std::bit_cast<std::uint64_t>(subnormal));
  }
  const bool special =
      biased == top && (!finite_only || rest == (std::uint64_t{1} << fraction) - 1);
  const std::uint64_t rebiased = special ? 2047 : biased + 1023 - bias;
  return std::bit_cast<double>(sign | rebiased << 52 | rest << (52 - fraction));
}

/// The bit pattern of a double that such a format holds.  A NaN keeps the payload bits that fit.
template <int fraction, int exponent, bool finite_only = false>
constexpr std::uint64_t narrow(double value) {
  constexpr std::uint64_t top = (std::uint64_t{1} << exponent) - 1;
  constexpr std::uint64_t bias = top / 2;
  const auto wide = std::bit_cast<std::uint64_t>(value);
  const std::uint64_t sign = wide >> 63 << (fraction + exponent);
  const std::uint64_t biased = wide >> 52 & 2047;
  const std::uint64_t rest = wide & ((std::uint64_t{1} << 52) - 1);
  const std::uint64_t kept = rest >> (52 - fraction);
  if (biased == 2047 && finite_only)
    return sign | ((std::uint64_t{1} << (fraction + exponent)) - 1);
  if (biased == 2047) {
    const std::uint64_t quiet = rest != 0 && kept == 0 ? std::uint64_t{1} << (fraction - 1) : 0;
    return sign | top << fraction | kept | quiet;
  }
  const std::uint64_t least_normal = 1024 - bias;
  if (biased >= least_normal) return sign | (biased - least_normal + 1) << fraction | kept;
  const std::uint64_t drop = 52 - fraction + least_normal - biased;
  return drop > 52 ? sign : sign | (rest | std::uint64_t{1} << 52) >> drop;
}

/// The exact value of a bit pattern of a format of 8, 16, 32 or 64 bits.  Throws Error for
/// another format.  Faster than `decode`.
constexpr double value_of(const Format& format, std::uint64_t bits) {
  switch (format.storage_bits) {
    case 64:
      return std::bit_cast<double>(bits);
    case 32:
      return widen<23, 8>(bits);
    case 16:
      return format.precision == kFloat16.precision ? widen<10, 5>(bits) : widen<7, 8>(bits);
    case 8:
      return format.finite_only() ? widen<3, 4, true>(bits) : widen<2, 5>(bits);
    default:
      throw Error("a number of " + format.name() + " is no double");
  }
}

/// The bit pattern of a double that `format` holds exactly: round it with `round_to` before.
/// Throws Error for formats other than those of `value_of`.  Faster than `encode`.
constexpr std::uint64_t bits_of(const Format& format, double value) {
  switch (format.storage_bits) {
    case 64:
      return std::bit_cast<std::uint64_t>(value);
    case 32:
      return narrow<23, 8>(value);
    case 16:
      return format.precision == kFloat16.precision ? narrow<10, 5>(value) : narrow<7, 8>(value);
    case 8:
      return format.finite_only() ? narrow<3, 4, true>(value) : narrow<2, 5>(value);
    default:
      throw Error("a double is no number of " + format.name());
  }
}

}  // namespace sextant
