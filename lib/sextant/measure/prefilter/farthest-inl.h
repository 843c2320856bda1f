// Per-target: included once for every vector target.
#if defined(SEXTANT_MEASURE_FARTHEST_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SEXTANT_MEASURE_FARTHEST_INL_H
#undef SEXTANT_MEASURE_FARTHEST_INL_H
#else
#define SEXTANT_MEASURE_FARTHEST_INL_H
#endif

#include "sextant/measure/prefilter/judge_split-inl.h"
#include "sextant/measure/prefilter/units-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sextant::measure::HWY_NAMESPACE {

/// Keeps the largest distances from the approximations, by run and pair.       measures.md, (15a)
template <class F, ColumnPattern pattern>
class Farthest {
 public:
  explicit Farthest(const Distances& farthest) : farthest_(farthest) {}

  using Got = typename F::Got;
  using Truth = typename F::Truth;

  HWY_INLINE void operator()(const Row<F, pattern>& entries, const SineAndCosine<Truth>& truth,
                             std::size_t, std::size_t pair, std::size_t) {
    std::size_t at = pair;
    entries.visit(
        truth,
        [&](const Got& got, const Truth& x) HWY_ATTR {
          keep(got, x, at);
          at += farthest_.slots;
        },
        [](const Got&, const Got&) HWY_ATTR {});
  }

 private:
  HWY_INLINE void keep(const Unit& got, const Unit& x, std::size_t at) const {
    const Unit off = difference(got, x);
    keep(off.v0, hn::Sub(hn::Abs(off.v0), rounding(got.v0, x.v0)), at);
    keep(off.v1, hn::Sub(hn::Abs(off.v1), rounding(got.v1, x.v1)), at + hn::Lanes(D()));
  }
  HWY_INLINE void keep(V got, const Between& x, std::size_t at) const {
    const V off = difference(got, x);
    keep(off, hn::Abs(off), at);
  }
  /// A NaN is infinitely far.
  HWY_INLINE void keep(V off, V excess, std::size_t at) const {
    const D d;
    const V far = hn::Abs(off);
    const V infinite = hn::Set(d, std::numeric_limits<double>::infinity());
    const auto known = hn::Le(far, hn::Set(d, F::kFarthest));
    const auto raise = [&](double* most, V value) HWY_ATTR {
      hn::StoreU(hn::Max(hn::LoadU(d, most), hn::IfThenElse(known, value, infinite)), d, most);
    };
    raise(farthest_.most + at, far);
    raise(farthest_.excess + at, excess);
  }

  /// Half an ulp of an entry, on the side of the truth: below a power of two it is half as large.
  static HWY_INLINE V rounding(V got, V x) {
    const D d;
    const V size = hn::Abs(got);
    const auto below = hn::Lt(hn::Mul(x, hn::CopySign(hn::Set(d, 1.0), got)), size);
    const V inner = hn::IfThenElse(below, hn::Mul(size, hn::Set(d, 1 - 0x1p-53)), size);
    const V exponent = hn::And(inner, hn::BitCast(d, hn::Set(D64(), std::uint64_t{0x7ff} << 52)));
    const V half = hn::Mul(exponent, hn::Set(d, power_of_two(-F::kPrecision)));
    return hn::Max(half, hn::Set(d, power_of_two(F::kLeastExponent - F::kPrecision)));
  }

  const Distances& farthest_;
};

template <class F>
void farthest_of(const exact::Angles& angles, const Elements& elements, const Distances& farthest) {
  with_pattern(elements.pattern, [&](auto pattern) {
    Farthest<F, pattern> act(farthest);
    Units<F, pattern, Farthest<F, pattern>>(elements, act).all(angles);
  });
}

}  // namespace sextant::measure::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
