// Per-target: included once for every vector target.
#if defined(SEXTANT_MEASURE_ELEMENTS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SEXTANT_MEASURE_ELEMENTS_INL_H
#undef SEXTANT_MEASURE_ELEMENTS_INL_H
#else
#define SEXTANT_MEASURE_ELEMENTS_INL_H
#endif

#include "sextant/exact/table/rotate-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sextant::measure::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using exact::HWY_NAMESPACE::D;
using exact::HWY_NAMESPACE::D32;
using exact::HWY_NAMESPACE::D64;
using exact::HWY_NAMESPACE::DF;
using exact::HWY_NAMESPACE::DHalf;
using exact::HWY_NAMESPACE::V;
using exact::HWY_NAMESPACE::V32;
using exact::HWY_NAMESPACE::VF;

/// One function of the pairs of a unit: two vectors of doubles.
struct Unit {
  V v0, v1;
};

HWY_INLINE Unit widened(VF v) {
  const D d;
  return {hn::PromoteTo(d, hn::LowerHalf(DHalf(), v)), hn::PromoteTo(d, hn::UpperHalf(DHalf(), v))};
}

/// Numbers of a format as they lie in a file, one after the other, or two functions in turn.
struct InFloat32 {
  using Element = float;
  static constexpr int kPrecision = 24;
  static constexpr int kLeastExponent = -126;

  static HWY_INLINE Unit run(const Element* from) { return widened(hn::LoadU(DF(), from)); }
  static HWY_INLINE void woven(const Element* from, Unit& even, Unit& odd) {
    const DF d;
    const VF a = hn::LoadU(d, from);
    const VF b = hn::LoadU(d, from + hn::Lanes(d));
    even = widened(hn::ConcatEven(d, b, a));
    odd = widened(hn::ConcatOdd(d, b, a));
  }
};

template <bool bfloat>
struct InSixteen {
  using Element = std::uint16_t;
  static constexpr int kPrecision = bfloat ? 8 : 11;
  static constexpr int kLeastExponent = bfloat ? -126 : -14;

  /// Patterns in the lower halves of lanes.  An infinity of float16 becomes a number beyond all of
  /// its others, and so does a NaN.
  static HWY_INLINE Unit numbers(V32 bits) {
    const DF d;
    if constexpr (bfloat) {
      return widened(hn::BitCast(d, hn::ShiftLeft<16>(bits)));
    } else {
      const V32 size = hn::ShiftLeft<13>(hn::And(bits, hn::Set(D32(), 0x7fffu)));
      const V32 sign = hn::ShiftLeft<16>(hn::And(bits, hn::Set(D32(), 0x8000u)));
      const VF value = hn::Mul(hn::BitCast(d, size), hn::Set(d, 0x1p112F));
      return widened(hn::Or(value, hn::BitCast(d, sign)));
    }
  }
  static HWY_INLINE Unit run(const Element* from) {
    const hn::Rebind<std::uint16_t, D32> narrow;
    return numbers(hn::PromoteTo(D32(), hn::LoadU(narrow, from)));
  }
  static HWY_INLINE void woven(const Element* from, Unit& even, Unit& odd) {
    const V32 both = hn::BitCast(D32(), hn::LoadU(exact::HWY_NAMESPACE::D16(), from));
    even = numbers(hn::And(both, hn::Set(D32(), 0xffffu)));
    odd = numbers(hn::ShiftRight<16>(both));
  }
};

}  // namespace sextant::measure::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
