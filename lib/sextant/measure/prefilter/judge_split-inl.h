// Per-target: included once for every vector target.
#if defined(SEXTANT_MEASURE_JUDGE_SPLIT_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SEXTANT_MEASURE_JUDGE_SPLIT_INL_H
#undef SEXTANT_MEASURE_JUDGE_SPLIT_INL_H
#else
#define SEXTANT_MEASURE_JUDGE_SPLIT_INL_H
#endif

#include "sextant/measure/prefilter/judge-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sextant::measure::HWY_NAMESPACE {

using exact::HWY_NAMESPACE::ToFloat64;

/// y − x, but for 2⁻⁷⁴ and 2⁻⁵¹ of it.                                         measures.md, (20)
HWY_INLINE V difference(V y, const Between& x) {
  const V middle = hn::Sub(x.low, hn::Set(D(), power_of_two(exact::kSplitError)));
  return hn::Sub(hn::Sub(y, x.high), middle);
}

HWY_INLINE V rounded(const Between& x) { return hn::Add(x.high, x.low); }

/// What |y − x| must be below, for a part of the truth's binade.               measures.md, (21)
HWY_INLINE V allowed(V w, double part, const Limits& limits) {
  const D d;
  const V exponent = hn::BitCast(d, hn::Set(D64(), std::uint64_t{0x7ff} << 52));
  const V binade = hn::And(hn::Mul(w, hn::Set(d, 1 - 0x1p-24)), exponent);
  return hn::Min(hn::MulSub(binade, hn::Set(d, part), hn::Set(d, power_of_two(kSplitBlur))),
                 hn::Set(d, limits.absolute));
}

/// Entries certainly correctly rounded, and certainly no maximum.                 measures.md, (21)
template <class F>
HWY_INLINE M plain(V got, const Between& x, const Limits& limits) {
  return hn::Lt(hn::Abs(difference(got, x)), allowed(rounded(x), limits.correct, limits));
}

/// Any entries.                                                                measures.md, (22)
template <class F>
HWY_INLINE Judged judged(V got, const Between& x, const Limits& limits, Cells* cells) {
  const D d;
  const DI di;
  const V nearest = rounded(x);
  const V off = difference(got, x);
  const M within = hn::Lt(hn::Abs(off), allowed(nearest, limits.ulps, limits));
  const M same = hn::Eq(nearest, ToFloat64::below(x));
  const M sized = hn::Gt(hn::Abs(nearest), hn::Set(d, 0x1p-20));

  const VI w = hn::BitCast(di, hn::Abs(nearest));
  const VI y = hn::BitCast(di, hn::Abs(got));
  const MI opposed = hn::Lt(hn::BitCast(di, hn::Xor(got, nearest)), hn::Zero(di));
  const VI steps = hn::IfThenElse(opposed, hn::Add(y, w), hn::Abs(hn::Sub(y, w)));
  // Of numbers of 4 or more with the other sign there may be too many to count.
  const M counted = hn::RebindMask(d, hn::Not(hn::Lt(steps, hn::Zero(di))));

  // How far the truth lies from w towards the entry.
  const V middle = hn::Sub(x.low, hn::Set(d, power_of_two(exact::kSplitError)));
  const V rest = hn::Add(hn::Sub(x.high, nearest), middle);
  const V towards = hn::IfThenElse(hn::Gt(got, nearest), rest, hn::Neg(rest));
  const V blur = hn::Set(d, power_of_two(kSplitBlur));
  const M sure = hn::And(hn::And(within, counted), hn::And(same, sized));
  Judged found =
      concluded(hn::RebindMask(di, sure), steps, hn::RebindMask(di, hn::Gt(towards, blur)),
                hn::RebindMask(di, hn::Lt(towards, hn::Neg(blur))), limits);
  if (cells != nullptr)
    found.open |= found.misrounded & classified<F>(off, steps, kSplitBlur, *cells, 0);
  return found;
}

/// The cross product of an entry's error and the truth.                        measures.md, (23)
struct Crossed {
  V x, y;    ///< the truth, rounded
  V ds, dc;  ///< errors of the entries
  V cross;

  HWY_INLINE Crossed(V sine, V cosine, const Between& s, const Between& c)
      : x(rounded(s)), y(rounded(c)), ds(difference(sine, s)), dc(difference(cosine, c)) {
    cross = hn::MulSub(ds, y, hn::Mul(dc, x));
  }
};

/// Pairs of such entries whose angle is certainly no maximum.                  measures.md, (23)
HWY_INLINE M angle_surely_small(V sine, V cosine, const Between& s, const Between& c,
                                const double* cross_limit) {
  return hn::Lt(hn::Abs(Crossed(sine, cosine, s, c).cross), hn::LoadU(D(), cross_limit));
}

/// Pairs whose angle may be a maximum.                                         measures.md, (24)
HWY_INLINE std::uint64_t lanes_maybe_far(V sine, V cosine, const Between& s, const Between& c,
                                         const Limits& limits, std::size_t pair) {
  const D d;
  const Crossed v(sine, cosine, s, c);
  const V off = hn::Add(hn::Abs(v.ds), hn::Abs(v.dc));
  const V most = hn::MulAdd(off, hn::Set(d, power_of_two(-46)),
                            hn::Add(hn::Abs(v.cross), hn::Set(d, power_of_two(-69))));
  return lanes_maybe_far(sine, cosine, v.x, v.y, v.cross, most, limits, pair);
}

}  // namespace sextant::measure::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
