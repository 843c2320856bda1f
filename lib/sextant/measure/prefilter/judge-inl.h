// Per-target: included once for every vector target.
#if defined(SEXTANT_MEASURE_JUDGE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SEXTANT_MEASURE_JUDGE_INL_H
#undef SEXTANT_MEASURE_JUDGE_INL_H
#else
#define SEXTANT_MEASURE_JUDGE_INL_H
#endif

#include <array>

#include "sextant/measure/prefilter/elements-inl.h"
#include "sextant/measure/prefilter/prefilter.hpp"

HWY_BEFORE_NAMESPACE();
namespace sextant::measure::HWY_NAMESPACE {

using M = hn::Mask<D>;
using DI = hn::Repartition<std::int64_t, D>;
using VI = hn::Vec<DI>;
using MI = hn::Mask<DI>;
using exact::HWY_NAMESPACE::power_of_two;

/// The power of two at or below the truth, as in measures.md (14), or a number below that.
template <class F>
HWY_INLINE V binade(V x) {
  const D d;
  const V exponent = hn::BitCast(d, hn::Set(D64(), std::uint64_t{0x7ff} << 52));
  const V power = hn::And(hn::Mul(x, hn::Set(d, 1 - 0x1p-24)), exponent);
  // float16 has its least unit at 2⁻²⁴; the others' are beyond what is ever sure.
  if constexpr (F::kLeastExponent < -100) return power;
  return hn::Max(power, hn::Set(d, power_of_two(F::kLeastExponent)));
}

/// Entries certainly correctly rounded, and certainly no maximum.                measures.md, (15)
template <class F>
HWY_INLINE M plain(V got, V x, const Limits& limits) {
  const D d;
  const V blur = hn::Set(d, power_of_two(kBlur - F::kPrecision));
  const V most = hn::Min(hn::MulSub(binade<F>(x), hn::Set(d, limits.correct), blur),
                         hn::Set(d, limits.absolute));
  const M inside = hn::Lt(hn::Abs(hn::Sub(got, x)), most);
  // A zero may be of the wrong sign.
  if constexpr (F::kLeastExponent < -100) return inside;
  return hn::And(inside, hn::Ne(got, hn::Zero(d)));
}
template <class F>
HWY_INLINE M plain(const Unit& got, const Unit& x, const Limits& limits) {
  return hn::And(plain<F>(got.v0, x.v0, limits), plain<F>(got.v1, x.v1, limits));
}

/// Pairs of such entries whose angle is certainly no maximum.                  measures.md, (17)
HWY_INLINE M angle_surely_small(V sine, V cosine, V x, V y, const double* cross_limit) {
  const V cross = hn::MulSub(hn::Sub(sine, x), y, hn::Mul(hn::Sub(cosine, y), x));
  return hn::Lt(hn::Abs(cross), hn::LoadU(D(), cross_limit));
}
HWY_INLINE M angle_surely_small(const Unit& sine, const Unit& cosine, const Unit& x, const Unit& y,
                                const double* cross_limit) {
  return hn::And(angle_surely_small(sine.v0, cosine.v0, x.v0, y.v0, cross_limit),
                 angle_surely_small(sine.v1, cosine.v1, x.v1, y.v1, cross_limit + hn::Lanes(D())));
}

/// The lanes of entries: open, misrounded, unfaithful.
struct Judged {
  std::uint64_t open = 0, misrounded = 0, unfaithful = 0;

  void add(const Judged& other, std::size_t lane) {
    open |= other.open << lane;
    misrounded |= other.misrounded << lane;
    unfaithful |= other.unfaithful << lane;
  }
};

/// Where the entries of a unit are counted in a channel of `Joint`.
using Cells = std::array<std::int64_t, HWY_MAX_BYTES / sizeof(float)>;

/// The cells of steps and of a distance from the approximation; 0 for no steps.  Marks the lanes
/// without a cell, or with two because of the distance's error. measures.md, (25)
template <class F>
HWY_INLINE std::uint64_t classified(V off, VI steps, int blur, Cells& cells, std::size_t lane) {
  constexpr int bits = Joint::unit_bits(F::kPrecision);
  const D d;
  const DI di;
  const V units = hn::Mul(hn::Abs(off), hn::Set(d, power_of_two(F::kPrecision + 1)));
  const V part = hn::Set(d, power_of_two(F::kPrecision + 1 + blur));
  const auto within = [&](VI number, std::int64_t classes) HWY_ATTR {
    const VI k = hn::Sub(hn::ShiftRight<52>(number), hn::Set(di, std::int64_t{1022}));
    return hn::Min(hn::Max(k, hn::Zero(di)), hn::Set(di, classes - 1));
  };
  const auto class_of = [&](V limit) HWY_ATTR {
    return within(hn::Sub(hn::BitCast(di, limit), hn::Set(di, std::int64_t{1})),
                  ErrorClasses::kClasses);
  };
  const VI least = class_of(hn::MulSub(units, hn::Set(d, 1 - 0x1p-40), part));
  const VI most = class_of(hn::MulAdd(units, hn::Set(d, 1 + 0x1p-40), part));
  const VI row = within(hn::BitCast(di, hn::ConvertTo(d, steps)), Joint::steps(F::kPrecision));
  const VI cell = hn::Or(hn::ShiftLeft<bits>(row), most);
  const MI none = hn::Gt(most, hn::Set(di, (std::int64_t{1} << bits) - 1));
  const MI counted = hn::AndNot(none, hn::Gt(steps, hn::Zero(di)));
  hn::StoreU(hn::IfThenElseZero(counted, cell), di, cells.data() + lane);
  return exact::HWY_NAMESPACE::lanes_of(di, hn::Or(none, hn::Ne(least, most)));
}

/// The ordinal of a number of the format, from that of 2^kLeastExponent's double on.
template <class F>
HWY_INLINE VI place(V got) {
  constexpr int drop = 53 - F::kPrecision;
  const D d;
  const DI di;
  const V least = hn::Set(d, power_of_two(F::kLeastExponent));
  const V size = hn::Abs(got);
  const auto subnormal = hn::Lt(size, least);
  const V normal = hn::IfThenElse(subnormal, hn::Add(size, least), size);
  const VI less = hn::IfThenElseZero(hn::RebindMask(di, subnormal),
                                     hn::Set(di, std::int64_t{1} << (F::kPrecision - 1)));
  return hn::Sub(hn::ShiftRight<drop>(hn::BitCast(di, normal)), less);
}

/// How many numbers of the format lie from those with the ordinals `w` of the truth X to those with
/// `y` of the entries.
template <class F>
HWY_INLINE VI steps_between(V got, V x, VI y, VI w) {
  constexpr std::int64_t zero = (std::int64_t{1023 + F::kLeastExponent} << (F::kPrecision - 1)) -
                                (std::int64_t{1} << (F::kPrecision - 1));
  const DI di;
  const VI apart = hn::Sub(y, w);
  const auto opposed = hn::Lt(hn::BitCast(di, hn::Xor(got, x)), hn::Zero(di));
  return hn::IfThenElse(opposed, hn::Sub(hn::Add(y, w), hn::Set(di, 2 * zero)),
                        hn::IfThenElse(hn::Gt(y, w), apart, hn::Neg(apart)));
}

/// Entries at a distance of some steps.  For one step, the truth may lie on the entry's side or on
/// the other. measures.md, (16)
HWY_INLINE Judged concluded(MI sure, VI steps, MI on_side, MI off_side, const Limits& limits) {
  const DI di;
  const VI one = hn::Set(di, std::int64_t{1});
  const MI few = hn::Not(hn::Gt(steps, hn::Set(di, limits.steps)));
  const MI neighbour = hn::Eq(steps, one);
  const MI doubtful = hn::And(neighbour, hn::Not(hn::Or(on_side, off_side)));
  const MI unfaithful = hn::Or(hn::Gt(steps, one), hn::And(neighbour, off_side));
  const MI open = hn::Or(doubtful, hn::Not(hn::And(sure, few)));
  const auto lanes = [&](MI mask) HWY_ATTR { return exact::HWY_NAMESPACE::lanes_of(di, mask); };
  return {lanes(open), lanes(hn::Gt(steps, hn::Zero(di))), lanes(unfaithful)};
}

/// Any entries.  If requested, the classes of misrounded entries. measures.md, (16)
template <class F>
HWY_INLINE Judged judged(V got, V x, const Limits& limits, Cells* cells, std::size_t lane = 0) {
  constexpr int drop = 53 - F::kPrecision;
  constexpr std::int64_t half = std::int64_t{1} << (drop - 1);
  constexpr std::int64_t window = std::int64_t{exact::kWindow32};
  const D d;
  const DI di;
  const auto set = [&](std::int64_t value) HWY_ATTR { return hn::Set(di, value); };

  const V most =
      hn::Min(hn::MulSub(binade<F>(x), hn::Set(d, limits.ulps), hn::Set(d, power_of_two(-48))),
              hn::Set(d, limits.absolute));
  const V off = hn::Sub(got, x);
  const auto within = hn::RebindMask(di, hn::Lt(hn::Abs(off), most));

  const VI size = hn::BitCast(di, hn::Abs(x));
  const VI rounded = hn::Add(size, set(half));
  const VI from_midpoint = hn::And(hn::Add(rounded, set(window)), set(2 * half - 1));
  const auto sure = hn::And(hn::Gt(from_midpoint, set(2 * window)),
                            hn::Gt(size, set(std::int64_t{1023 + exact::kTiny32} << 52)));

  const VI w = hn::ShiftRight<drop>(rounded);
  const VI y = place<F>(got);

  // How far the truth lies from w towards the entry.
  const VI rest = hn::Sub(hn::And(rounded, set(2 * half - 1)), set(half));
  const VI towards = hn::IfThenElse(hn::Gt(y, w), rest, hn::Neg(rest));
  const VI steps = steps_between<F>(got, x, y, w);
  Judged found = concluded(hn::And(within, sure), steps, hn::Gt(towards, set(window)),
                           hn::Lt(towards, set(-window)), limits);
  if (cells != nullptr)
    found.open |= found.misrounded & classified<F>(off, steps, kRotationBlur, *cells, lane);
  return found;
}

template <class F>
HWY_INLINE Judged judged(const Unit& got, const Unit& x, const Limits& limits, Cells* cells) {
  const std::size_t n = hn::Lanes(D());
  Judged both = judged<F>(got.v0, x.v0, limits, cells);
  both.add(judged<F>(got.v1, x.v1, limits, cells, n), n);
  return both;
}

/// Pairs whose angle may be a maximum, by its cross product and what that surely does not exceed.
///                                                                             measures.md, (18)
HWY_INLINE std::uint64_t lanes_maybe_far(V sine, V cosine, V x, V y, V cross, V most,
                                         const Limits& limits, std::size_t pair) {
  const D d;
  const V dot = hn::MulAdd(sine, x, hn::Mul(cosine, y));
  const V square = hn::MulAdd(sine, sine, hn::Mul(cosine, cosine));
  const V cross2 = hn::Mul(cross, cross);
  const auto limit = [&](const std::vector<double>& part)
                         HWY_ATTR { return hn::Mul(hn::LoadU(d, part.data() + pair), square); };
  const M near = hn::And(hn::Lt(hn::Mul(most, most), limit(limits.near)), hn::Gt(dot, hn::Zero(d)));
  const M far = hn::Gt(hn::Mul(dot, hn::Abs(dot)), limit(limits.far));
  const M beyond = hn::Gt(cross2, limit(limits.beyond));
  const M sized = hn::And(hn::Gt(square, hn::Set(d, 0x1p-6)), hn::Lt(square, hn::Set(d, 0x1p6)));
  const M inside = hn::And(sized, hn::Or(near, hn::Or(far, beyond)));
  return exact::HWY_NAMESPACE::lanes_of(d, hn::Not(inside));
}
HWY_INLINE std::uint64_t lanes_maybe_far(V sine, V cosine, V x, V y, const Limits& limits,
                                         std::size_t pair) {
  const V cross = hn::MulSub(hn::Sub(sine, x), y, hn::Mul(hn::Sub(cosine, y), x));
  return lanes_maybe_far(sine, cosine, x, y, cross, cross, limits, pair);
}
HWY_INLINE std::uint64_t lanes_maybe_far(const Unit& sine, const Unit& cosine, const Unit& x,
                                         const Unit& y, const Limits& limits, std::size_t pair) {
  const std::size_t n = hn::Lanes(D());
  return lanes_maybe_far(sine.v0, cosine.v0, x.v0, y.v0, limits, pair) |
         lanes_maybe_far(sine.v1, cosine.v1, x.v1, y.v1, limits, pair + n) << n;
}

HWY_INLINE Unit difference(const Unit& got, const Unit& x) {
  return {hn::Sub(got.v0, x.v0), hn::Sub(got.v1, x.v1)};
}

}  // namespace sextant::measure::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
