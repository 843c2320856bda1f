// Per-target: included once for every vector target.
#if defined(SEXTANT_MEASURE_SCREEN_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SEXTANT_MEASURE_SCREEN_INL_H
#undef SEXTANT_MEASURE_SCREEN_INL_H
#else
#define SEXTANT_MEASURE_SCREEN_INL_H
#endif

#include <bit>
#include <vector>

#include "sextant/measure/judge_split-inl.h"
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
  using Got = typename F::Got;
  using Truth = typename F::Truth;
  using Truths = SineAndCosine<Truth>;

  Look(const Elements& elements, const Limits& limits, Seen& seen)
      : elements_(elements), limits_(limits), seen_(seen) {}

  HWY_INLINE void operator()(const Row<F, weave>& entries, const Truths& truth, std::size_t row,
                             std::size_t pair, std::size_t lanes) {
    const D d;
    M good = hn::Eq(hn::Zero(d), hn::Zero(d));
    const double* turned = limits_.turned.data() + elements_.first + pair;
    entries.visit(
        truth,
        [&](const Got& got, const Truth& x)
            HWY_ATTR { good = hn::And(good, plain<F>(got, x, limits_)); },
        [&](const Got& s, const Got& c) HWY_ATTR {
          good = hn::And(good, little_turned(s, c, truth.sine, truth.cosine, turned));
        });
    if (HWY_UNLIKELY(!hn::AllTrue(d, good))) second(entries, truth, row, pair, lanes);
  }

 private:
  HWY_NOINLINE void second(const Row<F, weave>& entries, const Truths& truth, std::size_t row,
                           std::size_t pair, std::size_t lanes) {
    std::uint64_t open = 0;
    judged_.clear();
    std::size_t runs = 0;
    entries.visit(
        truth,
        [&](const Got& got, const Truth& x) HWY_ATTR {
          judged_.push_back(judged<F>(got, x, limits_, classes_of(runs++)));
          open |= judged_.back().open;
        },
        [&](const Got& s, const Got& c) HWY_ATTR {
          open |= far_turned(s, c, truth.sine, truth.cosine, limits_, elements_.first + pair);
        });
    const std::uint64_t there = (std::uint64_t{1} << lanes) - 1;
    open &= there;
    for (const Judged& run : judged_) {
      seen_.misrounded += ones(run.misrounded & there & ~open);
      seen_.unfaithful += ones(run.unfaithful & there & ~open);
    }
    if (seen_.histogram != nullptr) {
      for (std::size_t run = 0; run < runs; ++run)
        count(run, there & ~open, elements_.first + pair);
    }
    for (; open != 0; open &= open - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(open));
      seen_.open.push_back({static_cast<std::uint32_t>(row),
                            static_cast<std::uint32_t>(elements_.first + pair + lane)});
    }
  }

  Classes* classes_of(std::size_t run) {
    if (seen_.histogram == nullptr) return nullptr;
    if (run == classes_.size()) classes_.emplace_back();
    return &classes_[run];
  }

  /// Entries of a run, whose lane 0 is of this pair.  Class 0 may be told of, which costs less than
  /// to ask which entries are of it.
  void count(std::size_t run, std::uint64_t lanes, std::size_t pair) {
    const Classes& classes = classes_[run];
    const auto see = [&](std::size_t lane) {
      seen_.histogram->see_classes(channel_of(run, pair + lane),
                                   static_cast<std::size_t>(classes.steps[lane]),
                                   static_cast<std::size_t>(classes.absolute[lane]));
    };
    const std::size_t all = exact::HWY_NAMESPACE::unit<typename F::Sink>();
    if (HWY_LIKELY(lanes == (std::uint64_t{1} << all) - 1)) {
      for (std::size_t lane = 0; lane < all; ++lane) see(lane);
      return;
    }
    for (; lanes != 0; lanes &= lanes - 1) see(static_cast<std::size_t>(std::countr_zero(lanes)));
  }

  /// Runs are in the order in which a row visits them.
  std::size_t channel_of(std::size_t run, std::size_t pair) const {
    if constexpr (weave < Weave::apart) return run + 2 * pair;
    const std::size_t sines = elements_.sines.size();
    const auto& of = run < sines ? elements_.sines : elements_.cosines;
    const std::size_t k = run < sines ? run : run - sines;
    return of[of.size() - 1 - k] / sizeof(typename F::Element) + pair;
  }

  const Elements& elements_;
  const Limits& limits_;
  Seen& seen_;
  std::vector<Judged> judged_;
  std::vector<Classes> classes_;
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
