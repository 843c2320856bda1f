#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include <boost/multiprecision/cpp_bin_float.hpp>

#include "sextant/recipe/bound/arithmetic_mpfr.hpp"

namespace sextant::recipe {

using CppBinFloat50 = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>,
                                                    boost::multiprecision::et_off>;

/// Boost 1.74 reduces arguments with constants of the working precision: errors of its functions
/// grow with the argument.  Its pow(x, y) is exp(y·log x).  These figures are measured, not
/// documented; the property BoostLosesWithTheArgument tests them.
template <>
struct Arithmetic<CppBinFloat50> {
  static constexpr std::string_view name = "cpp_bin_float_50";
  static constexpr Format format{std::numeric_limits<CppBinFloat50>::digits, -(1 << 28), 1 << 28,
                                 0};
  static constexpr Hypothesis hypothesis{.exp = 4,
                                         .pow = 16,
                                         .log = 16,
                                         .trig = 16,
                                         .reduction = 16,
                                         .exp_argument = 4,
                                         .pow_argument = 32};
  using Scalar = CppBinFloat50;
  static CppBinFloat50 from(const Number& n) { return assemble<CppBinFloat50>(n); }
  /// A value that is not finite becomes a NaN.
  static Number number(const CppBinFloat50& x) {
    if (!isfinite(x)) return {Number::Kind::nan, false, 0, 0};
    if (x == 0) return {};
    const int exponent = ilogb(x) - format.precision + 1;
    static_assert(format.precision <= 3 * 64);
    CppBinFloat50 rest = ldexp(abs(x), -exponent);  // an integer, of three limbs at most
    Integer significand = 0;
    for (int limb = 3; limb-- > 0;) {
      const CppBinFloat50 part = floor(ldexp(rest, -64 * limb));
      significand = (significand << 64) + static_cast<std::uint64_t>(part);
      rest -= ldexp(part, 64 * limb);
    }
    return make_number(x < 0, significand, exponent);
  }
};

}  // namespace sextant::recipe
