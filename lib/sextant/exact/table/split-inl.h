// Per-target: included once for every vector target.
#if defined(SEXTANT_EXACT_TABLE_SPLIT_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SEXTANT_EXACT_TABLE_SPLIT_INL_H
#undef SEXTANT_EXACT_TABLE_SPLIT_INL_H
#else
#define SEXTANT_EXACT_TABLE_SPLIT_INL_H
#endif

#include "sextant/exact/table/rotate-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sextant::exact::HWY_NAMESPACE {

/// A value between high + (low − 2·2^kSplitError) and high + low.
struct Between {
  V high, low;
};

/// The rotations of N pairs for float64: leading parts whose products are exact, and the remainder.
///                                                                                    table.md, (5)
struct SplitRotation {
  V S1, C1, s1, c1, Q, R, ps, pc, rc, rs;

  HWY_INLINE SplitRotation(const double* a, const double* b, int scale = 0) {
    const D d;
    const std::size_t n = hn::Lanes(d);
    S1 = hn::Load(d, a), C1 = hn::Load(d, a + 2 * n);
    s1 = hn::Load(d, b), c1 = hn::Load(d, b + 2 * n);
    const V S2 = hn::Load(d, a + n), C2 = hn::Load(d, a + 3 * n);
    const V s2 = hn::Load(d, b + n), c2 = hn::Load(d, b + 3 * n);
    const V s = hn::Add(s1, s2), c = hn::Add(c1, c2);
    const V e = hn::Set(d, power_of_two(kSplitError + scale));
    Q = hn::Mul(C1, s1), R = hn::Mul(S1, s1);
    ps = hn::MulAdd(S1, c2, hn::MulAdd(S2, c, e)), pc = hn::MulAdd(C1, s2, hn::Mul(C2, s));
    rc = hn::MulAdd(C1, c2, hn::MulAdd(C2, c, e)), rs = hn::MulAdd(S1, s2, hn::Mul(S2, s));
  }
  HWY_INLINE Between sine(bool plus) const {
    return plus ? Between{hn::MulAdd(S1, c1, Q), hn::Add(ps, pc)}
                : Between{hn::MulSub(S1, c1, Q), hn::Sub(ps, pc)};
  }
  HWY_INLINE Between cosine(bool plus) const {
    return plus ? Between{hn::MulSub(C1, c1, R), hn::Sub(rc, rs)}
                : Between{hn::MulAdd(C1, c1, R), hn::Add(rc, rs)};
  }
};

/// A point in one lane of a packed unit.
struct SplitPoint {
  double S1, S2, C1, C2;

  SplitPoint(const double* lane, std::size_t n)
      : S1(lane[0]), S2(lane[n]), C1(lane[2 * n]), C2(lane[3 * n]) {}
};

/// float64: if both ends of an enclosure round alike, the entry is decided; otherwise the group is
/// re-checked.
struct ToFloat64 {
  using Element = double;
  hn::Vec<D64> differ;
  int scale;

  HWY_INLINE explicit ToFloat64(int power) : scale(power) { differ = hn::Zero(D64()); }

  static HWY_INLINE V below(const Between& b, int scale = 0) {
    const V twice = hn::Set(D(), power_of_two(kSplitError + 1 + scale));
    return hn::Add(b.high, hn::Sub(b.low, twice));
  }
  HWY_INLINE V rounded(const Between& b) {
    const V r = hn::Add(b.high, b.low);
    differ = hn::Or(differ, hn::Xor(hn::BitCast(D64(), r), hn::BitCast(D64(), below(b, scale))));
    pin(differ);
    return r;
  }
  HWY_INLINE bool raised() const { return !hn::AllTrue(D64(), hn::Eq(differ, hn::Zero(D64()))); }

  HWY_INLINE std::uint64_t doubt(const Between& b) const {
    const auto r = hn::BitCast(D64(), hn::Add(b.high, b.low));
    return lanes_of(D64(), hn::Ne(r, hn::BitCast(D64(), below(b, scale))));
  }
  HWY_INLINE Doubts doubts(const double* a, const double* b, bool plus) const {
    const SplitRotation r(a, b, scale);
    return {doubt(r.sine(plus)), doubt(r.cosine(plus))};
  }

  using Point = SplitPoint;
  std::optional<double> alone(const Point& a, const Point& b, bool minus, bool cosine) const {
    const double e = power_of_two(kSplitError + scale);
    const double s = b.S1 + b.S2;
    const double c = b.C1 + b.C2;
    const double sign = cosine != minus ? -1 : 1;
    const double high =
        cosine ? a.C1 * b.C1 + sign * (a.S1 * b.S1) : a.S1 * b.C1 + sign * (a.C1 * b.S1);
    const double p = cosine ? a.C1 * b.C2 + (a.C2 * c + e) : a.S1 * b.C2 + (a.S2 * c + e);
    const double q = cosine ? a.S1 * b.S2 + a.S2 * s : a.C1 * b.S2 + a.C2 * s;
    const double low = p + sign * q;
    const double value = high + low;
    if (value == 0 || value != high + (low - 2 * e)) return std::nullopt;
    return value;
  }

  template <ColumnPattern pattern, bool streamed>
  HWY_INLINE void put(double* to, const Runs& runs, const SplitRotation& r, bool plus) {
    const D d;
    V x = hn::Zero(d), y = x;
    if constexpr (kSine<pattern>) x = rounded(r.sine(plus));
    if constexpr (kCosine<pattern>) y = rounded(r.cosine(plus));
    if constexpr (kRuns<pattern>) {
      store_runs<pattern, streamed>(x, y, d, to, runs);
    } else {
      const V a = kSineFirst<pattern> ? x : y;
      const V b = kSineSecond<pattern> ? x : y;
      store<streamed>(hn::InterleaveLower(d, a, b), d, to);
      store<streamed>(hn::InterleaveUpper(d, a, b), d, to + hn::Lanes(d));
    }
  }
};

}  // namespace sextant::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
