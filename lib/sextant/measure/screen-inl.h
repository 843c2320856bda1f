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
      : elements_(elements), limits_(limits), seen_(seen), runs_(runs(elements)) {}

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
    std::size_t run = 0;
    entries.visit(
        truth,
        [&](const Got& got, const Truth& x) HWY_ATTR __attribute__((always_inline)) {
          Run& one = runs_[run++];
          one.judged = judged<F>(got, x, limits_, seen_.classes ? &one.cells : nullptr);
          open |= one.judged.open;
        },
        [&](const Got& s, const Got& c) HWY_ATTR __attribute__((always_inline)) {
          open |= far_turned(s, c, truth.sine, truth.cosine, limits_, elements_.first + pair);
        });
    const std::uint64_t there = (std::uint64_t{1} << lanes) - 1;
    open &= there;
    for (const Run& one : runs_) {
      seen_.misrounded += ones(one.judged.misrounded & there & ~open);
      seen_.unfaithful += ones(one.judged.unfaithful & there & ~open);
      if (seen_.classes != nullptr) count(one, there & ~open, elements_.first + pair);
    }
    for (; open != 0; open &= open - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(open));
      seen_.open.push_back({static_cast<std::uint32_t>(row),
                            static_cast<std::uint32_t>(elements_.first + pair + lane)});
    }
  }

  /// Entries of some of a unit's pairs, of which this is the first.
  struct Run {
    Judged judged;
    Cells cells;
    std::size_t channel = 0;  ///< of the table's first pair
  };
  static constexpr std::size_t kApart =
      weave < Weave::apart ? 2 : 1;  ///< channels from pair to pair

  /// Those in class 0 may be counted, which costs less than to ask which entries are of it.
  HWY_INLINE void count(const Run& run, std::uint64_t lanes, std::size_t pair) {
    constexpr std::size_t channel = Joint::kSteps * Joint::units(F::kPrecision);
    std::uint32_t* counts = seen_.classes->channel(run.channel + kApart * pair);
    const auto see = [&](std::size_t lane)
                         HWY_ATTR { ++counts[kApart * channel * lane + run.cells[lane]]; };
    const std::size_t all = exact::HWY_NAMESPACE::unit<typename F::Sink>();
    if (HWY_LIKELY(lanes == (std::uint64_t{1} << all) - 1)) {
      for (std::size_t lane = 0; lane < all; ++lane) see(lane);
      return;
    }
    for (; lanes != 0; lanes &= lanes - 1) see(static_cast<std::size_t>(std::countr_zero(lanes)));
  }

  /// In the order in which a row visits them.
  static std::vector<Run> runs(const Elements& elements) {
    std::vector<Run> all;
    const auto add = [&](std::size_t channel) { all.push_back({{}, {}, channel}); };
    if constexpr (weave < Weave::apart) {
      for (const std::size_t channel : {0, 1}) add(channel);
    } else {
      for (const auto* of : {&elements.sines, &elements.cosines}) {
        for (std::size_t k = of->size(); k-- > 0;) add((*of)[k] / sizeof(typename F::Element));
      }
    }
    return all;
  }

  const Elements& elements_;
  const Limits& limits_;
  Seen& seen_;
  std::vector<Run> runs_;
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
