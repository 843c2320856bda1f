// Per-target: included once for every vector target.
#if defined(SEXTANT_EXACT_TABLE_ROTATE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SEXTANT_EXACT_TABLE_ROTATE_INL_H
#undef SEXTANT_EXACT_TABLE_ROTATE_INL_H
#else
#define SEXTANT_EXACT_TABLE_ROTATE_INL_H
#endif

#include <bit>
#include <cmath>
#include <cstring>
#include <optional>

#include <hwy/highway.h>

#include "sextant/exact/table/block.hpp"
#include "sextant/exact/table/bounds.hpp"

HWY_BEFORE_NAMESPACE();
namespace sextant::exact::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<double>;
using V = hn::Vec<D>;
using DF = hn::ScalableTag<float>;
using DHalf = hn::Half<DF>;
using D32 = hn::Repartition<std::uint32_t, D>;
using D16 = hn::Repartition<std::uint16_t, D>;
using D64 = hn::Repartition<std::uint64_t, D>;
using VF = hn::Vec<DF>;
using V32 = hn::Vec<D32>;

/// g++ would otherwise move a group's tests behind its stores, and spill registers.
template <class T>
HWY_INLINE void pin([[maybe_unused]] T& v) {
#if HWY_COMPILER_GCC && !HWY_COMPILER_CLANG && HWY_ARCH_X86
  asm volatile("" : "+v"(v.raw));
#endif
}

constexpr double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent) << 52);
}

/// Stores bypassing the caches if `streamed`; vectors below 16 bytes cannot bypass them.
template <bool streamed, class Tag, class Vector>
HWY_INLINE void store(Vector v, Tag d, hn::TFromD<Tag>* to) {
  if constexpr (streamed && hn::MaxLanes(Tag()) * sizeof(hn::TFromD<Tag>) >= 16) {
    hn::Stream(v, d, to);
  } else {
    hn::Store(v, d, to);
  }
}

/// Whether pairs lie in runs, and which functions occur: the other is not computed.
template <ColumnPattern pattern>
inline constexpr bool kRuns = pattern >= ColumnPattern::apart;
template <ColumnPattern pattern>
inline constexpr bool kSine =
    pattern != ColumnPattern::cosine_cosine&& pattern != ColumnPattern::cosines;
template <ColumnPattern pattern>
inline constexpr bool kCosine =
    pattern != ColumnPattern::sine_sine&& pattern != ColumnPattern::sines;

/// The runs of a row, in numbers: its cosines begin `apart` behind its sines, and all is written a
/// second time `again` behind, unless that is 0.
struct Runs {
  std::ptrdiff_t apart = 0;
  std::ptrdiff_t again = 0;
};

/// Stores the vectors of a row, for the functions that occur.
template <ColumnPattern pattern, bool streamed, class Tag, class Vector>
HWY_INLINE void store_runs(Vector x, Vector y, Tag d, hn::TFromD<Tag>* to, const Runs& runs) {
  const std::ptrdiff_t apart = kSine<pattern> ? runs.apart : 0;
  if constexpr (kSine<pattern>) store<streamed>(x, d, to);
  if constexpr (kCosine<pattern>) store<streamed>(y, d, to + apart);
  if (HWY_LIKELY(runs.again == 0)) return;
  if constexpr (kSine<pattern>) store<streamed>(x, d, to + runs.again);
  if constexpr (kCosine<pattern>) store<streamed>(y, d, to + apart + runs.again);
}

/// The first and the second function of an interleaved pair.
template <ColumnPattern pattern>
inline constexpr bool kSineFirst =
    pattern == ColumnPattern::sine_cosine || pattern == ColumnPattern::sine_sine;
template <ColumnPattern pattern>
inline constexpr bool kSineSecond =
    pattern == ColumnPattern::cosine_sine || pattern == ColumnPattern::sine_sine;

/// The lanes of a mask, one bit each.
template <class Tag, class Mask>
HWY_INLINE std::uint64_t lanes_of(Tag d, Mask mask) {
  HWY_ALIGN std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(d, mask, bytes);
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes, sizeof bits);
  return bits;
}

/// The lanes of x and of y that must be re-checked.
struct Doubts {
  std::uint64_t x = 0, y = 0;
};

HWY_INLINE VF narrowed(V low, V high) {
  return hn::Combine(DF(), hn::DemoteTo(DHalf(), high), hn::DemoteTo(DHalf(), low));
}

/// The rotations of 2N pairs of angles A ± b, two vectors of each function.      table.md, (1)
struct Rotated {
  V x0, x1, y0, y1;
};
struct Rotation {
  V S0, S1, C0, C1, s0, s1, c0, c1, p0, p1, q0, q1;

  HWY_INLINE Rotation(const double* a, const double* b) {
    const D d;
    const std::size_t n = hn::Lanes(d);
    S0 = hn::Load(d, a), S1 = hn::Load(d, a + n);
    C0 = hn::Load(d, a + 2 * n), C1 = hn::Load(d, a + 3 * n);
    s0 = hn::Load(d, b), s1 = hn::Load(d, b + n);
    c0 = hn::Load(d, b + 2 * n), c1 = hn::Load(d, b + 3 * n);
    p0 = hn::Mul(C0, s0), p1 = hn::Mul(C1, s1), q0 = hn::Mul(S0, s0), q1 = hn::Mul(S1, s1);
  }
  HWY_INLINE Rotated plus() const {
    return {hn::MulAdd(S0, c0, p0), hn::MulAdd(S1, c1, p1), hn::MulSub(C0, c0, q0),
            hn::MulSub(C1, c1, q1)};
  }
  HWY_INLINE Rotated minus() const {
    return {hn::MulSub(S0, c0, p0), hn::MulSub(S1, c1, p1), hn::MulAdd(C0, c0, q0),
            hn::MulAdd(C1, c1, q1)};
  }
};

/// One entry, p ± q, from points that were multiplied by 2^scale.
struct Sum {
  double p, q;
  int scale;

  double value() const { return p + q; }
  double absolute() const { return power_of_two(kRotationError + scale); }  // table.md, (2), (10)
  double relative() const {                                                 // table.md, (4), (10)
    return power_of_two(kRelativeError) * (std::abs(p) + std::abs(q)) +
           power_of_two(kDriftError + scale);
  }
};

/// The sine and cosine of an angle in one lane of a packed unit.
struct PlainPoint {
  double sine, cosine;

  PlainPoint(const double* lane, std::size_t n) : sine(lane[0]), cosine(lane[n]) {}
  Sum rotated(const PlainPoint& b, bool minus, bool of_cosine, int scale) const {
    const double p = of_cosine ? cosine * b.cosine : sine * b.cosine;
    const double q = of_cosine ? sine * b.sine : cosine * b.sine;
    return {p, of_cosine != minus ? -q : q, scale};
  }
};

/// float32: the low 29 bits of a double give its distance from a midpoint.            table.md, (3)
struct ToFloat32 {
  using Element = float;
  V32 least;
  int scale;

  HWY_INLINE explicit ToFloat32(int power) : scale(power) {
    least = hn::BitCast(D32(), hn::Set(D64(), ~std::uint64_t{0}));
  }

  HWY_INLINE void test(V v) {
    const V32 add = hn::BitCast(D32(), hn::Set(D64(), std::uint64_t{kHalf32 + kWindow32}));
    const V32 mask = hn::BitCast(D32(), hn::Set(D64(), 0x7fffffff'00000000 | (2 * kHalf32 - 1)));
    least = hn::Min(least, hn::And(hn::Add(hn::BitCast(D32(), v), add), mask));
  }
  HWY_INLINE bool raised() const {
    const std::uint64_t limit =
        static_cast<std::uint64_t>(kTiny32 + scale + 1023) << 52 | (2 * kWindow32);
    return !hn::AllTrue(D32(), hn::Gt(least, hn::BitCast(D32(), hn::Set(D64(), limit))));
  }
  template <ColumnPattern pattern, bool streamed>
  HWY_INLINE void put(float* to, const Runs& runs, const Rotated& r) {
    const DF d;
    const std::size_t m = hn::Lanes(d);
    if constexpr (kSine<pattern>) test(r.x0), test(r.x1);
    if constexpr (kCosine<pattern>) test(r.y0), test(r.y1);
    pin(least);
    const VF x = narrowed(r.x0, r.x1);
    const VF y = narrowed(r.y0, r.y1);
    if constexpr (kRuns<pattern>) {
      store_runs<pattern, streamed>(x, y, d, to, runs);
    } else {
      const VF a = kSineFirst<pattern> ? x : y;
      const VF b = kSineSecond<pattern> ? x : y;
      store<streamed>(hn::InterleaveLower(d, a, b), d, to);
      store<streamed>(hn::InterleaveUpper(d, a, b), d, to + m);
    }
  }
  /// With the exact error e, instead of one window for all sizes.
  HWY_INLINE std::uint64_t doubt(V low, V high) const {
    const V e = hn::Set(D(), power_of_two(kRotationError + scale));
    const VF above = narrowed(hn::Add(low, e), hn::Add(high, e));
    const VF below = narrowed(hn::Sub(low, e), hn::Sub(high, e));
    const auto equal = hn::And(hn::Eq(above, below), hn::Ne(above, hn::Zero(DF())));
    return lanes_of(DF(), hn::Not(equal));
  }
  HWY_INLINE Doubts doubts(const double* a, const double* b, bool plus) const {
    const Rotation rotation(a, b);
    const Rotated r = plus ? rotation.plus() : rotation.minus();
    return {doubt(r.x0, r.x1), doubt(r.y0, r.y1)};
  }

  using Point = PlainPoint;
  std::optional<float> alone(const Point& a, const Point& b, bool minus, bool cosine) const {
    const Sum sum = a.rotated(b, minus, cosine, scale);
    for (const double radius : {sum.absolute(), sum.relative()}) {
      const auto low = static_cast<float>(sum.value() - radius);
      if (low != 0 && low == static_cast<float>(sum.value() + radius)) return low;
    }
    return std::nullopt;
  }
};

}  // namespace sextant::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
