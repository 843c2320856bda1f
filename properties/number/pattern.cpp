#include "sextant/number/pattern.hpp"

#include <cfenv>
#include <cstdint>

#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "sextant/number/number.hpp"

#ifdef __SSE2__
#include <immintrin.h>
#endif

namespace sextant {
namespace {

/// The value agrees with the exact definition, and leads back to the same pattern.
bool agrees(const Format& format, std::uint64_t bits) {
  const Number exact = decode(format, bits);
  const double value = value_of(format, bits);
  const Number got = from_double(value);
  const bool same = exact.kind == Number::Kind::nan
                        ? got.kind == exact.kind && got.negative == exact.negative
                        : got == exact;
  return same && bits_of(format, value) == bits;
}

void expect_all_16_bit_patterns() {
  for (const Format& format : {kFloat16, kBfloat16}) {
    for (std::uint64_t bits = 0; bits < 0x10000; ++bits) {
      ASSERT_TRUE(agrees(format, bits)) << format.name() << " " << std::hex << bits;
    }
  }
}

TEST(Pattern, AgreesWithDecodeOnEvery16BitPattern) { expect_all_16_bit_patterns(); }

TEST(Pattern, DoesNotDependOnTheRoundingMode) {
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    std::fesetround(mode);
    expect_all_16_bit_patterns();
    std::fesetround(FE_TONEAREST);
  }
}

#ifdef __SSE2__
TEST(Pattern, DoesNotDependOnFlushToZero) {
  constexpr unsigned flush_to_zero_and_denormals_are_zero = 0x8040;
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | flush_to_zero_and_denormals_are_zero);
  expect_all_16_bit_patterns();
  for (const std::uint64_t bits : {0x1u, 0x7fffffu, 0x80000001u, 0x800000u}) {
    EXPECT_TRUE(agrees(kFloat32, bits)) << std::hex << bits;
  }
  _mm_setcsr(before);
}
#endif

/// Each field is drawn on its own: subnormals, infinities and NaNs are as likely as not.
std::uint64_t draw_pattern(int fraction, int exponent) {
  const std::uint64_t top = (std::uint64_t{1} << exponent) - 1;
  const std::uint64_t biased =
      *draw::one_of(draw::in_range<std::uint64_t>(0, top + 1),
                    draw::element<std::uint64_t>(0, 1, top / 2, top - 1, top));
  const std::uint64_t mask = (std::uint64_t{1} << fraction) - 1;
  const std::uint64_t rest = *draw::one_of(draw::arbitrary<std::uint64_t>(),
                                           draw::element<std::uint64_t>(0, 1, mask, mask / 2 + 1));
  const std::uint64_t sign = *draw::in_range<std::uint64_t>(0, 2);
  return (sign << exponent | biased) << fraction | (rest & mask);
}

PROPERTY(Pattern, AgreesWithDecodeInFloat32) {
  const std::uint64_t bits = draw_pattern(23, 8);
  RC_ASSERT(agrees(kFloat32, bits));
}

PROPERTY(Pattern, AgreesWithDecodeInFloat64) {
  const std::uint64_t bits = draw_pattern(52, 11);
  RC_ASSERT(agrees(kFloat64, bits));
}

PROPERTY(Pattern, IsThePatternThatEncodeGives) {
  const Format format = *draw::element(kFloat16, kBfloat16, kFloat32, kFloat64);
  const Number number = decode(format, *draw::in_range<std::uint64_t>(
                                           0, (std::uint64_t{1} << (format.storage_bits - 2)) - 1));
  RC_ASSERT(bits_of(format, to_double(number)) ==
            static_cast<std::uint64_t>(encode(format, number)));
}

TEST(Pattern, OfAnotherNanStaysANan) {
  const double nan_with_low_payload = std::bit_cast<double>(0x7ff0000000000001u);
  for (const Format& format : {kFloat16, kBfloat16, kFloat32}) {
    const std::uint64_t bits = bits_of(format, nan_with_low_payload);
    EXPECT_EQ(decode(format, bits).kind, Number::Kind::nan) << format.name();
  }
}

TEST(Pattern, ExistsForStoredFormatsUpToFloat64) {
  for (const Format& format : {kBinary128, Format::bits(8), Format::bits(53)}) {
    EXPECT_THROW(value_of(format, 0), Error) << format.name();
    EXPECT_THROW(bits_of(format, 0), Error) << format.name();
  }
}

}  // namespace
}  // namespace sextant
