// Per-target: included once for every vector target.
#if defined(SEXTANT_MEASURE_ELEMENTS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SEXTANT_MEASURE_ELEMENTS_INL_H
#undef SEXTANT_MEASURE_ELEMENTS_INL_H
#else
#define SEXTANT_MEASURE_ELEMENTS_INL_H
#endif

#include <limits>

#include "sextant/exact/table/shape-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sextant::measure::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using exact::HWY_NAMESPACE::Between;
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

template <class T>
struct SineAndCosine {
  T sine, cosine;
};

/// How the truth of a format of 24 bits at most is approximated: by doubles.   measures.md, (14)
struct ByDoubles {
  using Sink = exact::HWY_NAMESPACE::ToFloat32;
  using Rotation = exact::HWY_NAMESPACE::Rotation;
  using Truth = Unit;

  static HWY_INLINE SineAndCosine<Truth> truth(const Rotation& rotation, bool plus) {
    const exact::HWY_NAMESPACE::Rotated r = plus ? rotation.plus() : rotation.minus();
    return {{r.x0, r.x1}, {r.y0, r.y1}};
  }
};

/// And that of float64: between sums of two doubles.                           measures.md, (20)
struct BySplits {
  using Sink = exact::HWY_NAMESPACE::ToFloat64;
  using Rotation = exact::HWY_NAMESPACE::SplitRotation;
  using Truth = Between;

  static HWY_INLINE SineAndCosine<Truth> truth(const Rotation& rotation, bool plus) {
    return {rotation.sine(plus), rotation.cosine(plus)};
  }
};

HWY_INLINE Unit widened(VF v) {
  const D d;
  return {hn::PromoteTo(d, hn::LowerHalf(DHalf(), v)), hn::PromoteTo(d, hn::UpperHalf(DHalf(), v))};
}

/// Stored numbers of a format: consecutive numbers of one function, or two functions in turn.
struct InFloat32 : ByDoubles {
  using Element = float;
  using Got = Unit;
  static constexpr double kFarthest = std::numeric_limits<double>::max();
  static constexpr int kPrecision = 24;
  static constexpr int kLeastExponent = -126;

  static HWY_INLINE Unit run(const Element* from) { return widened(hn::LoadU(DF(), from)); }
  static HWY_INLINE void interleaved(const Element* from, Unit& even, Unit& odd) {
    const DF d;
    const VF a = hn::LoadU(d, from);
    const VF b = hn::LoadU(d, from + hn::Lanes(d));
    even = widened(hn::ConcatEven(d, b, a));
    odd = widened(hn::ConcatOdd(d, b, a));
  }
};

template <bool bfloat>
struct InSixteen : ByDoubles {
  using Element = std::uint16_t;
  using Got = Unit;
  /// The largest distance of a valid number from a truth of at most 1.
  static constexpr double kFarthest = bfloat ? std::numeric_limits<double>::max() : 65510;
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
  static HWY_INLINE void interleaved(const Element* from, Unit& even, Unit& odd) {
    const V32 both = hn::BitCast(D32(), hn::LoadU(exact::HWY_NAMESPACE::D16(), from));
    even = numbers(hn::And(both, hn::Set(D32(), 0xffffu)));
    odd = numbers(hn::ShiftRight<16>(both));
  }
};

struct InFloat64 : BySplits {
  using Element = double;
  using Got = V;
  static constexpr double kFarthest = std::numeric_limits<double>::max();
  static constexpr int kPrecision = 53;

  static HWY_INLINE V run(const Element* from) { return hn::LoadU(D(), from); }
  static HWY_INLINE void interleaved(const Element* from, V& even, V& odd) {
    const D d;
    const V a = hn::LoadU(d, from);
    const V b = hn::LoadU(d, from + hn::Lanes(d));
    even = hn::ConcatEven(d, b, a);
    odd = hn::ConcatOdd(d, b, a);
  }
};

}  // namespace sextant::measure::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
