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

/// float16 and bfloat16, rounded from float32: correct unless the float32 is a midpoint of theirs,
/// or tiny.  Most bfloat16 are decided by rotations in floats.                      table.md, (6),
/// (9)
template <bool bfloat>
struct ToSixteen {
  using Element = std::uint16_t;
  static constexpr int kDropped = bfloat ? 16 : 13;
  static constexpr std::uint32_t kMidpoint = std::uint32_t{1} << (kDropped - 1);
  V32 least, smallest;
  int scale;

  HWY_INLINE explicit ToSixteen(int power) : scale(power) {
    least = smallest = hn::Set(D32(), ~std::uint32_t{0});
  }
  /// A pattern of float32 below which its rounding is re-checked.
  HWY_INLINE std::uint32_t small() const {
    return static_cast<std::uint32_t>(127 + (bfloat ? kTinyBfloat16 : kTinyFloat16) + scale) << 23;
  }

  HWY_INLINE void test(V32 v) {
    const D32 d;
    const auto mask = hn::Set(d, 2 * kMidpoint - 1);
    least = hn::Min(least, hn::And(hn::Add(v, hn::Set(d, kMidpoint)), mask));
    smallest = hn::Min(smallest, hn::And(v, hn::Set(d, 0x7fffffffu)));
  }
  HWY_INLINE bool raised() const {
    const D32 d;
    const auto limit = hn::Set(d, small());
    return !hn::AllTrue(d, hn::And(hn::Gt(least, hn::Zero(d)), hn::Gt(smallest, limit)));
  }

  /// The same conditions, lane by lane.
  HWY_INLINE std::uint64_t doubt(V low, V high) const {
    const D32 d;
    const V32 v = hn::BitCast(d, narrowed(low, high));
    const V32 rest = hn::And(v, hn::Set(d, 2 * kMidpoint - 1));
    const V32 size = hn::And(v, hn::Set(d, 0x7fffffffu));
    const auto sure =
        hn::And(hn::Ne(rest, hn::Set(d, kMidpoint)), hn::Gt(size, hn::Set(d, small())));
    return lanes_of(d, hn::Not(sure));
  }
  HWY_INLINE Doubts doubts(const double* a, const double* b, bool plus) const {
    const Rotation rotation(a, b);
    const Rotated r = plus ? rotation.plus() : rotation.minus();
    return {doubt(r.x0, r.x1), doubt(r.y0, r.y1)};
  }

  /// One pattern, under the same conditions.
  std::optional<std::uint16_t> pattern(float value) const {
    const auto v = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t size = v & 0x7fffffff;
    if ((v & (2 * kMidpoint - 1)) == kMidpoint || size <= small()) return std::nullopt;
    const std::uint32_t moved = size + kMidpoint - (bfloat ? 0 : std::uint32_t{112} << 23);
    return static_cast<std::uint16_t>((moved >> kDropped) | (v >> 16 & 0x8000));
  }

  using Point = PlainPoint;
  std::optional<std::uint16_t> alone(const Point& a, const Point& b, bool minus,
                                     bool cosine) const {
    constexpr Format format = bfloat ? kBfloat16 : kFloat16;
    const Sum sum = a.rotated(b, minus, cosine, scale);
    if (const auto plain = pattern(static_cast<float>(sum.value()))) return plain;
    for (const double radius : {sum.absolute(), sum.relative()}) {
      const double low = round_to(format, sum.value() - radius);
      if (low != 0 && low == round_to(format, sum.value() + radius))
        return static_cast<std::uint16_t>(bits_of(format, low));
    }
    return std::nullopt;
  }

  using DNarrow = hn::Rebind<std::uint16_t, DF>;

  /// The patterns, lane by lane.
  static HWY_INLINE hn::Vec<DNarrow> patterns(V32 v) {
    const hn::Repartition<std::int32_t, D> wide;
    return hn::DemoteTo(DNarrow(), hn::BitCast(wide, low(v)));
  }

  /// The pattern of each lane in its low half.
  static HWY_INLINE V32 low(V32 v) {
    const D32 d;
    if constexpr (bfloat) {
      return hn::ShiftRight<16>(hn::Add(v, hn::Set(d, kMidpoint)));
    } else {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
      const hn::Rebind<hwy::float16_t, DF> half;  // F16C rounds to nearest even by itself
      return hn::PromoteTo(d, hn::BitCast(DNarrow(), hn::DemoteTo(half, hn::BitCast(DF(), v))));
#else
      const V32 size = hn::And(v, hn::Set(d, 0x7fffffffu));
      const V32 moved = hn::Add(size, hn::Set(d, kMidpoint - (std::uint32_t{112} << 23)));
      const V32 sign = hn::And(hn::ShiftRight<16>(v), hn::Set(d, 0x8000u));
      return hn::Or(hn::ShiftRight<kDropped>(moved), sign);
#endif
    }
  }
  /// Two patterns in a lane.  Each has no bits above its 16, even if the other is tiny.
  static HWY_INLINE V32 interleaved(V32 a, V32 b) {
    const D32 d;
    const V32 high = bfloat ? hn::Add(b, hn::Set(d, kMidpoint)) : hn::ShiftLeft<16>(low(b));
    return hn::BitCast(d, hn::OddEven(hn::BitCast(D16(), high), hn::BitCast(D16(), low(a))));
  }

  template <ColumnPattern pattern, bool streamed>
  static HWY_INLINE void write(V32 x, V32 y, std::uint16_t* to, std::ptrdiff_t apart) {
    if constexpr (kRuns<pattern>) {
      store_runs<pattern, streamed>(patterns(x), patterns(y), DNarrow(), to, apart);
    } else {
      const V32 a = kSineFirst<pattern> ? x : y;
      const V32 b = kSineSecond<pattern> ? x : y;
      store<streamed>(hn::BitCast(D16(), interleaved(a, b)), D16(), to);
    }
  }

  template <ColumnPattern pattern, bool streamed>
  HWY_INLINE void put(std::uint16_t* to, std::ptrdiff_t apart, const Rotated& r) {
    const V32 x = hn::BitCast(D32(), narrowed(r.x0, r.x1));
    const V32 y = hn::BitCast(D32(), narrowed(r.y0, r.y1));
    if constexpr (kSine<pattern>) test(x);
    if constexpr (kCosine<pattern>) test(y);
    pin(least), pin(smallest);
    write<pattern, streamed>(x, y, to, apart);
  }

  /// The rotations of a unit in floats, from the floats of packed points.  Each is computed as an
  /// upper and a lower end.  Returns false if two ends round differently.
  ///                                                                                  table.md, (9)
  template <ColumnPattern pattern, bool streamed>
  static HWY_INLINE bool in_floats(std::uint16_t* plus, std::uint16_t* minus, std::ptrdiff_t apart,
                                   const float* a, const float* b, int scale) {
    const DF d;
    const D32 integers;
    const std::size_t n = hn::Lanes(d);
    const VF S = hn::Load(d, a), C = hn::Load(d, a + n);
    const VF s = hn::Load(d, b), c = hn::Load(d, b + n);
    const int units = HWY_NATIVE_FMA != 0 ? kNarrowFused : kNarrowPlain;
    const VF e = hn::Set(d, static_cast<float>(units * power_of_two(scale - 25)));
    const VF p = hn::MulAdd(C, s, e), p_less = hn::MulSub(C, s, e);
    const VF q = hn::MulAdd(S, s, e), q_less = hn::MulSub(S, s, e);
    V32 differ = hn::Zero(integers);
    const auto rounded = [&](VF above, VF below) HWY_ATTR {
      const V32 half = hn::Set(integers, kMidpoint);
      const V32 end = hn::Add(hn::BitCast(integers, above), half);
      differ = hn::Or(differ, hn::Xor(end, hn::Add(hn::BitCast(integers, below), half)));
      return hn::BitCast(integers, above);
    };
    V32 x = hn::Zero(integers), y = x, x_minus = x, y_minus = x;
    if constexpr (kSine<pattern>) {
      x = rounded(hn::MulAdd(S, c, p), hn::MulAdd(S, c, p_less));
      x_minus = rounded(hn::MulSub(S, c, p_less), hn::MulSub(S, c, p));
    }
    if constexpr (kCosine<pattern>) {
      y = rounded(hn::MulSub(C, c, q_less), hn::MulSub(C, c, q));
      y_minus = rounded(hn::MulAdd(C, c, q), hn::MulAdd(C, c, q_less));
    }
    write<pattern, streamed>(x, y, plus, apart);
    write<pattern, streamed>(x_minus, y_minus, minus, apart);
    const V32 kept = hn::And(differ, hn::Set(integers, ~(2 * kMidpoint - 1)));
    return hn::AllTrue(integers, hn::Eq(kept, hn::Zero(integers)));
  }
};

}  // namespace sextant::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
