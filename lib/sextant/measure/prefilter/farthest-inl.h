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

/// Keeps the largest distances from the approximations, by run and pair.
template <class F, ColumnPattern pattern>
class Farthest {
 public:
  Farthest(double* most, std::size_t slots) : most_(most), slots_(slots) {}

  using Got = typename F::Got;
  using Truth = typename F::Truth;

  HWY_INLINE void operator()(const Row<F, pattern>& entries, const SineAndCosine<Truth>& truth,
                             std::size_t, std::size_t pair, std::size_t) {
    double* at = most_ + pair;
    entries.visit(
        truth,
        [&](const Got& got, const Truth& x) HWY_ATTR {
          keep(difference(got, x), at);
          at += slots_;
        },
        [](const Got&, const Got&) HWY_ATTR {});
  }

 private:
  static HWY_INLINE void keep(const Unit& off, double* at) {
    keep(off.v0, at);
    keep(off.v1, at + hn::Lanes(D()));
  }
  /// A NaN is infinitely far.
  static HWY_INLINE void keep(V off, double* at) {
    const D d;
    const V far = hn::Abs(off);
    const V largest = hn::Set(d, F::kFarthest);
    const V infinite = hn::Set(d, std::numeric_limits<double>::infinity());
    const V known = hn::IfThenElse(hn::Le(far, largest), far, infinite);
    hn::StoreU(hn::Max(hn::LoadU(d, at), known), d, at);
  }

  double* most_;
  std::size_t slots_;
};

template <class F>
void farthest_of(const exact::Angles& angles, const Elements& elements, double* most,
                 std::size_t slots) {
  with_pattern(elements.pattern, [&](auto pattern) {
    Farthest<F, pattern> farthest(most, slots);
    Units<F, pattern, Farthest<F, pattern>>(elements, farthest).all(angles);
  });
}

}  // namespace sextant::measure::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
