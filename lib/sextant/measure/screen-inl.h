// Per-target: included once for every vector target.
#if defined(SEXTANT_MEASURE_SCREEN_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SEXTANT_MEASURE_SCREEN_INL_H
#undef SEXTANT_MEASURE_SCREEN_INL_H
#else
#define SEXTANT_MEASURE_SCREEN_INL_H
#endif

#include <bit>
#include <vector>

#include "sextant/measure/judge-inl.h"
#include "sextant/measure/units-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sextant::measure::HWY_NAMESPACE {

inline std::uint64_t ones(std::uint64_t lanes) {
  return static_cast<std::uint64_t>(std::popcount(lanes));
}

/// Looks at a unit of entries.
template <class F, Weave weave>
class Look {
 public:
  Look(const Elements& elements, const Limits& limits, Seen& seen)
      : elements_(elements), limits_(limits), seen_(seen) {}

  HWY_INLINE void operator()(const Row<F, weave>& entries, const Rotated& r, std::size_t row,
                             std::size_t pair, std::size_t lanes) {
    const D d;
    M good = hn::Eq(hn::Zero(d), hn::Zero(d));
    const double* turned = limits_.turned.data() + elements_.first + pair;
    entries.visit(
        r,
        [&](const Unit& got, const Unit& x) HWY_ATTR {
          good = hn::And(good,
                         hn::And(plain<F>(got.v0, x.v0, limits_), plain<F>(got.v1, x.v1, limits_)));
        },
        [&](const Unit& s, const Unit& c) HWY_ATTR {
          good = hn::And(good, little_turned(s.v0, c.v0, r.x0, r.y0, turned));
          good = hn::And(good, little_turned(s.v1, c.v1, r.x1, r.y1, turned + hn::Lanes(d)));
        });
    if (HWY_UNLIKELY(!hn::AllTrue(d, good))) second(entries, r, row, pair, lanes);
  }

 private:
  HWY_NOINLINE void second(const Row<F, weave>& entries, const Rotated& r, std::size_t row,
                           std::size_t pair, std::size_t lanes) {
    const std::size_t n = hn::Lanes(D());
    std::uint64_t open = 0;
    judged_.clear();
    entries.visit(
        r,
        [&](const Unit& got, const Unit& x) HWY_ATTR {
          Judged both = judged<F>(got.v0, x.v0, limits_);
          both.add(judged<F>(got.v1, x.v1, limits_), n);
          open |= both.open;
          judged_.push_back(both);
        },
        [&](const Unit& s, const Unit& c) HWY_ATTR {
          const std::size_t i = elements_.first + pair;
          open |= far_turned(s.v0, c.v0, r.x0, r.y0, limits_, i);
          open |= far_turned(s.v1, c.v1, r.x1, r.y1, limits_, i + n) << n;
        });
    const std::uint64_t there = (std::uint64_t{1} << lanes) - 1;
    open &= there;
    for (const Judged& run : judged_) {
      seen_.misrounded += ones(run.misrounded & there & ~open);
      seen_.unfaithful += ones(run.unfaithful & there & ~open);
    }
    for (; open != 0; open &= open - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(open));
      seen_.open.push_back({static_cast<std::uint32_t>(row),
                            static_cast<std::uint32_t>(elements_.first + pair + lane)});
    }
  }

  const Elements& elements_;
  const Limits& limits_;
  Seen& seen_;
  std::vector<Judged> judged_;
};

template <class F>
void screened(const exact::Angles& angles, const Elements& elements, const Limits& limits,
              Seen& seen) {
  with_weave(elements.weave, [&](auto weave) {
    Look<F, weave> look(elements, limits, seen);
    Units<F, weave, Look<F, weave>>(elements, look).all(angles);
  });
}

}  // namespace sextant::measure::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
