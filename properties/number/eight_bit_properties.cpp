#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/number/format.hpp"
#include "sextant/number/number.hpp"
#include "sextant/number/pattern.hpp"
#include "sextant/number/round.hpp"

namespace sextant {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct EightBit {
  Format format;
  int fraction, bias;
  std::uint64_t first_nan, infinity;  ///< without the sign; infinity 0: none
};

/// From the OCP 8-bit Floating Point Specification (OFP8), revision 1.0, table 1.
constexpr std::array<EightBit, 2> kEightBit = {
    {{kFloat8E4m3fn, 3, 7, 0x7f, 0}, {kFloat8E5m2, 2, 15, 0x7d, 0x7c}}};

/// The value by the specification's formula; NaN and infinity by its table.
double by_formula(const EightBit& of, std::uint64_t bits) {
  const std::uint64_t size = bits & 0x7f;
  const double sign = bits >= 0x80 ? -1 : 1;
  if (size >= of.first_nan) return std::nan("");
  if (of.infinity != 0 && size == of.infinity) return sign * kInfinity;
  const int exponent = static_cast<int>(size >> of.fraction);
  const auto rest = static_cast<double>(size & ((1U << of.fraction) - 1));
  const double scaled = std::ldexp(rest, -of.fraction) + (exponent == 0 ? 0 : 1);
  return sign * std::ldexp(scaled, (exponent == 0 ? 1 : exponent) - of.bias);
}

TEST(EightBits, HaveTheSpecifiedNumbers) {
  const auto e4m3 = [](std::uint64_t bits) { return value_of(kFloat8E4m3fn, bits); };
  const auto e5m2 = [](std::uint64_t bits) { return value_of(kFloat8E5m2, bits); };
  // Largest, least normal, largest subnormal and least numbers of the specification's table 2.
  EXPECT_EQ(e4m3(0x7e), 448);
  EXPECT_EQ(e4m3(0x08), 0x1p-6);
  EXPECT_EQ(e4m3(0x07), 0.875 * 0x1p-6);
  EXPECT_EQ(e4m3(0x01), 0x1p-9);
  EXPECT_EQ(e5m2(0x7b), 57344);
  EXPECT_EQ(e5m2(0x04), 0x1p-14);
  EXPECT_EQ(e5m2(0x03), 0.75 * 0x1p-14);
  EXPECT_EQ(e5m2(0x01), 0x1p-16);
  EXPECT_TRUE(kFloat8E4m3fn.finite_only());
  for (const Format& format : {kFloat8E5m2, kFloat16, kBfloat16, kFloat32, kFloat64, kBinary128})
    EXPECT_FALSE(format.finite_only()) << format.name();
  EXPECT_EQ(Format::named("float8_e4m3fn"), kFloat8E4m3fn);
  EXPECT_EQ(kFloat8E5m2.name(), "float8_e5m2");
}

TEST(EightBits, AreDecodedAndEncodedInAllPatterns) {
  for (const EightBit& of : kEightBit) {
    for (std::uint64_t bits = 0; bits < 256; ++bits) {
      const double expected = by_formula(of, bits);
      const double value = value_of(of.format, bits);
      const Number number = decode(of.format, bits);
      ASSERT_EQ(std::isnan(value), std::isnan(expected)) << of.format.name() << bits;
      ASSERT_EQ(number.kind == Number::Kind::nan, std::isnan(expected)) << bits;
      ASSERT_EQ(std::signbit(value), bits >= 0x80) << bits;
      if (std::isnan(expected)) continue;
      ASSERT_EQ(value, expected) << of.format.name() << bits;
      ASSERT_EQ(to_double(number), expected) << bits;
      ASSERT_EQ(bits_of(of.format, value), bits);
      ASSERT_EQ(encode(of.format, number), Bits{bits});
      ASSERT_EQ(round_to(of.format, value), value);
    }
    EXPECT_TRUE(std::isnan(value_of(of.format, bits_of(of.format, std::nan("")))));
    EXPECT_EQ(decode(of.format, encode(of.format, {Number::Kind::nan, false, 0, 0})).kind,
              Number::Kind::nan);
  }
  EXPECT_THROW(encode(kFloat8E4m3fn, {Number::Kind::infinite, false, 0, 0}), Error);
  EXPECT_THROW(encode(kFloat8E4m3fn, make_number(false, 15, 5)), Error) << "480 is a NaN's pattern";
}

/// The nearest of all numbers, searched among them; in the middle the one with an even pattern.  A
/// number 2^emax·2 (e5m2), or 480 (e4m3fn), follows the largest one: what is nearer to it
/// overflows.
double by_search(const EightBit& of, double value) {
  const double overflow = of.infinity != 0 ? 65536 : 480;
  const std::uint64_t largest = of.infinity != 0 ? of.infinity - 1 : of.first_nan - 1;
  double best = 0, distance = kInfinity;
  std::uint64_t pattern = 0;
  for (std::uint64_t bits = 0; bits <= largest + 1; ++bits) {
    const double candidate = bits > largest ? overflow : by_formula(of, bits);
    const double apart = std::abs(candidate - std::abs(value));
    if (apart > distance || (apart == distance && pattern % 2 == 0)) continue;
    best = candidate, distance = apart, pattern = bits;
  }
  if (pattern > largest) best = of.infinity != 0 ? kInfinity : std::nan("");
  return std::copysign(best, value);
}

TEST(EightBits, AreRoundedToNearestEverywhere) {
  for (const EightBit& of : kEightBit) {
    const double beyond = of.infinity != 0 ? 65536 : 480;
    for (std::uint64_t bits = 0; bits < 0x80; ++bits) {
      const double low = bits < of.first_nan ? by_formula(of, bits) : beyond;
      const double high = bits + 1 < of.first_nan ? by_formula(of, bits + 1) : beyond;
      if (!std::isfinite(low)) continue;
      const double end = std::isfinite(high) ? high : beyond;
      for (const double between : {0.0, 0.25, 0.5, 0.75}) {
        const double middle = low + between * (end - low);
        for (const double value :
             {middle, std::nextafter(middle, 0), std::nextafter(middle, 1e9)}) {
          for (const double with_sign : {value, -value}) {
            const double expected = by_search(of, with_sign);
            const double rounded = round_to(of.format, with_sign);
            const Number exactly = round(of.format, Rational(with_sign));
            ASSERT_EQ(std::isnan(rounded), std::isnan(expected)) << of.format.name() << with_sign;
            ASSERT_EQ(exactly.kind == Number::Kind::nan, std::isnan(expected)) << with_sign;
            if (std::isnan(expected)) continue;
            ASSERT_EQ(rounded, expected) << of.format.name() << " " << with_sign;
            ASSERT_EQ(std::signbit(rounded), std::signbit(with_sign));
            if (exactly.finite()) {
              ASSERT_EQ(std::abs(to_double(exactly)), std::abs(expected));
            }
          }
        }
      }
    }
  }
}

/// PyTorch's conversion of float32 (c10/util/Float8_e4m3fn.h): from 480 on, and beyond the middle
/// between 448 and 480, a NaN.  The middle itself is 448, whose pattern is even.
TEST(EightBits, OverflowAsInPyTorch) {
  EXPECT_EQ(round_to(kFloat8E4m3fn, 464), 448);
  EXPECT_TRUE(std::isnan(round_to(kFloat8E4m3fn, std::nextafter(464.0, 1e9))));
  EXPECT_TRUE(std::isnan(round_to(kFloat8E4m3fn, -480)));
  EXPECT_TRUE(std::isnan(round_to(kFloat8E4m3fn, 1e300)));
  EXPECT_TRUE(std::isnan(round_to(kFloat8E4m3fn, kInfinity)));
  EXPECT_EQ(round_to(kFloat8E5m2, -kInfinity), -kInfinity);
  EXPECT_EQ(round_to(kFloat8E5m2, 61440), kInfinity);
  EXPECT_EQ(round_to(kFloat8E5m2, std::nextafter(61440.0, 0)), 57344);
  for (const double value : {449.0, 464.0, 480.0, 1e9})
    EXPECT_EQ(round_to(kFloat8E4m3fn, value, Rounding::toward_zero), 448);
  EXPECT_EQ(to_double(round(kFloat8E4m3fn, Rational(1000), Rounding::down)), 448);
  EXPECT_EQ(round(kFloat8E4m3fn, Rational(449), Rounding::up).kind, Number::Kind::nan);
  EXPECT_EQ(round(kFloat8E4m3fn, Rational(-449), Rounding::up), make_number(true, 448, 0));
}

}  // namespace
}  // namespace sextant
