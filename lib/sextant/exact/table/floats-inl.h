// Per-target: included once for every vector target.
#if defined(SEXTANT_EXACT_TABLE_FLOATS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SEXTANT_EXACT_TABLE_FLOATS_INL_H
#undef SEXTANT_EXACT_TABLE_FLOATS_INL_H
#else
#define SEXTANT_EXACT_TABLE_FLOATS_INL_H
#endif

#include "sextant/exact/table/sixteen-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sextant::exact::HWY_NAMESPACE {

/// Stores a unit's part of a row, of patterns in the high halves of lanes.  A number is added to
/// each pattern.
template <ColumnPattern pattern, bool streamed>
HWY_INLINE void store_high(V32 x, V32 y, std::uint16_t more, std::uint16_t* to, const Runs& runs) {
  if constexpr (kRuns<pattern>) {
    const hn::Rebind<std::uint16_t, DF> d;
    const auto narrowed = [&](V32 v) HWY_ATTR {
      const hn::Repartition<std::int32_t, D> wide;
      return hn::Add(hn::DemoteTo(d, hn::BitCast(wide, hn::ShiftRight<16>(v))), hn::Set(d, more));
    };
    store_runs<pattern, streamed>(narrowed(x), narrowed(y), d, to, runs);
  } else {
    const V32 a = kSineFirst<pattern> ? x : y;
    const V32 b = kSineSecond<pattern> ? x : y;
    const auto both = hn::OddEven(hn::BitCast(D16(), b), hn::BitCast(D16(), hn::ShiftRight<16>(a)));
    store<streamed>(hn::Add(both, hn::Set(D16(), more)), D16(), to);
  }
}

/// How a 16-bit format is rotated in floats.
///
///   kFloats  floats of a packed point
///   put      writes a unit's part of the rows A ± b; entries in lanes that are `open` are any
///            numbers
///   open     the lanes of what `put` returns in which an entry is not decided
template <bool bfloat>
struct InFloats;

/// bfloat16: an upper and a lower end, which must round alike.                     table.md, (9)
template <>
struct InFloats<true> {
  static constexpr std::size_t kFloats = 2;  // sine, cosine
  static constexpr std::uint32_t kHalf = std::uint32_t{1} << 15;

  static HWY_INLINE auto open(V32 differ) { return hn::Ne(differ, hn::Zero(D32())); }

  template <ColumnPattern pattern, bool streamed>
  static HWY_INLINE V32 put(std::uint16_t* plus, std::uint16_t* minus, const Runs& runs,
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
      const V32 half = hn::Set(integers, kHalf);
      const V32 end = hn::Add(hn::BitCast(integers, above), half);
      differ = hn::Or(differ, hn::Xor(end, hn::Add(hn::BitCast(integers, below), half)));
      return end;
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
    store_high<pattern, streamed>(x, y, 0, plus, runs);
    store_high<pattern, streamed>(x_minus, y_minus, 0, minus, runs);
    return hn::And(differ, hn::Set(integers, ~(2 * kHalf - 1)));
  }
};

/// What a rounded product of floats leaves, without an error.                     table.md, (11)
HWY_INLINE VF rest_of_product(VF a, VF b, VF product) {
#if HWY_NATIVE_FMA
  return hn::MulSub(a, b, product);
#else
  const auto head = [](VF v) HWY_ATTR {
    return hn::BitCast(DF(), hn::And(hn::BitCast(D32(), v), hn::Set(D32(), 0xfffff000u)));
  };
  const VF a0 = head(a), b0 = head(b);
  const VF a1 = hn::Sub(a, a0), b1 = hn::Sub(b, b0);
  const VF heads = hn::Sub(hn::Mul(a0, b0), product);
  return hn::Add(hn::Add(hn::Add(heads, hn::Mul(a0, b1)), hn::Mul(a1, b0)), hn::Mul(a1, b1));
#endif
}

/// A number as the sum of two floats.
struct TwoFloats {
  VF high, low;
};
HWY_INLINE TwoFloats product(const TwoFloats& a, const TwoFloats& b) {
  const VF high = hn::Mul(a.high, b.high);
  const VF rest = rest_of_product(a.high, b.high, high);
  return {high, hn::MulAdd(a.high, b.low, hn::MulAdd(a.low, b.high, rest))};
}

/// a·b ± p.
struct PlusMinus {
  VF plus, minus;

  HWY_INLINE PlusMinus(const TwoFloats& a, const TwoFloats& b, const TwoFloats& p) {
#if HWY_NATIVE_FMA
    const VF low = hn::MulAdd(a.high, b.low, hn::Mul(a.low, b.high));
    plus = hn::Add(hn::MulAdd(a.high, b.high, p.high), hn::Add(low, p.low));
    minus = hn::Add(hn::MulSub(a.high, b.high, p.high), hn::Sub(low, p.low));
#else
    const TwoFloats q = product(a, b);
    plus = hn::Add(hn::Add(q.high, p.high), hn::Add(q.low, p.low));
    minus = hn::Add(hn::Sub(q.high, p.high), hn::Sub(q.low, p.low));
#endif
  }
};

/// float16: points are sums of two floats, and an entry is off by less than two units of float32.
/// It is decided if its dropped bits are not that near to a midpoint.             table.md, (11)
template <>
struct InFloats<false> {
  static constexpr std::size_t kFloats = 4;  // sine, cosine, and what these leave of both
  static constexpr std::uint32_t kHalf = std::uint32_t{1} << 12;
  static constexpr std::uint32_t kDropped = 2 * kHalf - 1;
  /// The bit of `moved` that says that the size rounds to 2^(kTiny16 + scale) at least.
  static constexpr std::uint32_t kLarge = std::uint32_t{1} << 30;

  static HWY_INLINE auto open(V32 least) {
    return hn::Not(hn::Gt(least, hn::Set(D32(), kLarge | (2 * kWindow16))));
  }
  /// What `moved` takes from exponents.
  static HWY_INLINE std::uint32_t exponent(int scale) {
    return static_cast<std::uint32_t>(127 + kTiny16 + scale);
  }
  /// A float32's pattern, plus half a unit of float16, the window and kLarge.  `exponent(scale)` is
  /// taken from its exponent.
  static HWY_INLINE V32 moved(VF v, int scale) {
    return hn::Add(hn::BitCast(D32(), v),
                   hn::Set(D32(), kHalf + kWindow16 + kLarge - (exponent(scale) << 23)));
  }
  /// The rounded pattern in the high half of each lane, with the exponent of `moved`.
  static HWY_INLINE V32 high(VF v, V32 moved) {
    return hn::BitCast(D32(), hn::CopySign(hn::BitCast(DF(), hn::ShiftLeft<3>(moved)), v));
  }

  template <ColumnPattern pattern, bool streamed>
  static HWY_INLINE V32 put(std::uint16_t* plus, std::uint16_t* minus, const Runs& runs,
                            const float* a, const float* b, int scale) {
    const DF d;
    const std::size_t n = hn::Lanes(d);
    const TwoFloats S{hn::Load(d, a), hn::Load(d, a + 2 * n)};
    const TwoFloats C{hn::Load(d, a + n), hn::Load(d, a + 3 * n)};
    const TwoFloats s{hn::Load(d, b), hn::Load(d, b + 2 * n)};
    const TwoFloats c{hn::Load(d, b + n), hn::Load(d, b + 3 * n)};
    V32 least = hn::Set(D32(), ~std::uint32_t{0});
    const auto rounded = [&](VF v) HWY_ATTR {
      const V32 there = moved(v, scale);
      least = hn::Min(least, hn::And(there, hn::Set(D32(), kLarge | kDropped)));
      return high(v, there);
    };
    V32 x = hn::Zero(D32()), y = x, x_minus = x, y_minus = x;
    if constexpr (kSine<pattern>) {
      const PlusMinus sines(S, c, product(C, s));
      x = rounded(sines.plus), x_minus = rounded(sines.minus);
    }
    if constexpr (kCosine<pattern>) {
      const PlusMinus cosines(C, c, product(S, s));
      y = rounded(cosines.minus), y_minus = rounded(cosines.plus);
    }
    const auto back = static_cast<std::uint16_t>((exponent(scale) - 112) << 10);
    store_high<pattern, streamed>(x, y, back, plus, runs);
    store_high<pattern, streamed>(x_minus, y_minus, back, minus, runs);
    return least;
  }
};

}  // namespace sextant::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
