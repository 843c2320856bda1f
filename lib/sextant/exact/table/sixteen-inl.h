// Per-target: included once for every vector target.
#if defined(SEXTANT_EXACT_TABLE_SIXTEEN_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SEXTANT_EXACT_TABLE_SIXTEEN_INL_H
#undef SEXTANT_EXACT_TABLE_SIXTEEN_INL_H
#else
#define SEXTANT_EXACT_TABLE_SIXTEEN_INL_H
#endif

#include "sextant/exact/table/rotate-inl.h"
#include "sextant/number/pattern.hpp"
#include "sextant/number/round.hpp"

HWY_BEFORE_NAMESPACE();
namespace sextant::exact::HWY_NAMESPACE {

/// float16 and bfloat16: entries that rotations in floats (floats-inl.h) leave open.
template <bool bfloat>
struct ToSixteen {
  using Element = std::uint16_t;
  int scale;

  HWY_INLINE explicit ToSixteen(int power) : scale(power) {}

  using Point = PlainPoint;
  HWY_INLINE std::optional<std::uint16_t> alone(const Point& a, const Point& b, bool minus,
                                                bool cosine) const {
    constexpr int kDropped = bfloat ? 45 : 42;
    constexpr std::uint64_t kHalf = std::uint64_t{1} << (kDropped - 1);
    constexpr std::uint64_t kWindow = std::uint64_t{1} << (kRotationError + 52 - kTiny16);
    constexpr std::uint64_t kBias = std::uint64_t{1023 - (bfloat ? 127 : 15)} << 52;
    const Sum sum = a.rotated(b, minus, cosine, scale);
    const auto bits = std::bit_cast<std::uint64_t>(sum.value());
    const std::uint64_t size = bits & ~(std::uint64_t{1} << 63);
    const bool large = size > static_cast<std::uint64_t>(1023 + kTiny16 + scale) << 52;
    if (HWY_LIKELY(large && ((bits + kHalf + kWindow) & (2 * kHalf - 1)) > 2 * kWindow))
      return static_cast<std::uint16_t>((size - kBias + kHalf) >> kDropped | (bits >> 48 & 0x8000));
    return by_ends(sum);  // table.md, (6)
  }

 private:
  static HWY_NOINLINE std::optional<std::uint16_t> by_ends(const Sum& sum) {
    constexpr Format format = bfloat ? kBfloat16 : kFloat16;
    for (const double radius : {sum.absolute(), sum.relative()}) {
      const double low = round_to(format, sum.value() - radius);
      if (low != 0 && low == round_to(format, sum.value() + radius))
        return static_cast<std::uint16_t>(bits_of(format, low));
    }
    return std::nullopt;
  }
};

}  // namespace sextant::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
