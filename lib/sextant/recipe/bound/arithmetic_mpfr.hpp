#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "sextant/number/real.hpp"
#include "sextant/number/soft.hpp"
#include "sextant/recipe/bound/arithmetic.hpp"

namespace sextant::recipe {

using Binary128 = Soft<113>;
using MpfrFloat50 = Real<50>;

template <>
struct Arithmetic<Binary128> {
  static constexpr std::string_view name = "binary128";
  static constexpr Format format = kBinary128;
  static constexpr Hypothesis hypothesis = kCorrectlyRounded;
  using Scalar = Binary128;
  static Binary128 from(const Number& n) { return Binary128::from(n); }
  static Number number(const Binary128& x) { return from_mpfr(x.data()); }
};

/// A wide type of Boost.Multiprecision, from a Number that it can hold: exact.
template <class T>
T assemble(const Number& n) {
  T size = 0;
  for (unsigned limb = n.zero() ? 0 : static_cast<unsigned>(msb(n.significand)) / 32 + 1;
       limb-- > 0;) {
    const Integer part = (n.significand >> (32 * limb)) & Integer(~std::uint32_t{0});
    size = ldexp(size, 32) + T(static_cast<std::uint32_t>(part));
  }
  size = ldexp(size, n.exponent);
  return n.negative ? T(-size) : size;
}

template <>
struct Arithmetic<MpfrFloat50> {
  static constexpr std::string_view name = "mpfr_float_50";
  static constexpr Format format{std::numeric_limits<MpfrFloat50>::digits, -(1 << 28), 1 << 28, 0};
  static constexpr Hypothesis hypothesis = kCorrectlyRounded;
  using Scalar = MpfrFloat50;
  static MpfrFloat50 from(const Number& n) { return assemble<MpfrFloat50>(n); }
  static Number number(const MpfrFloat50& x) { return from_mpfr(x.backend().data()); }
};

}  // namespace sextant::recipe
