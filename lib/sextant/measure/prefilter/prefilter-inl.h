// Per-target: included once for every vector target.
#if defined(SEXTANT_MEASURE_PREFILTER_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SEXTANT_MEASURE_PREFILTER_INL_H
#undef SEXTANT_MEASURE_PREFILTER_INL_H
#else
#define SEXTANT_MEASURE_PREFILTER_INL_H
#endif

#include <bit>
#include <utility>
#include <vector>

#include "sextant/measure/prefilter/batch_classifier-inl.h"
#include "sextant/measure/prefilter/judge_split-inl.h"
#include "sextant/measure/prefilter/units-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sextant::measure::HWY_NAMESPACE {

inline std::uint64_t ones(std::uint64_t lanes) {
  return static_cast<std::uint64_t>(std::popcount(lanes));
}

/// Prefilters a unit of entries.
template <class F, ColumnPattern pattern>
class UnitPrefilter {
 public:
  using Got = typename F::Got;
  using Truth = typename F::Truth;
  using Truths = SineAndCosine<Truth>;

  UnitPrefilter(const Elements& elements, const Limits& limits, PrefilterCounts& seen)
      : elements_(elements),
        limits_(limits),
        seen_(seen),
        batch_classifier_(limits),
        runs_(runs(elements)) {}

  HWY_INLINE void operator()(const Row<F, pattern>& entries, const Truths& truth, std::size_t row,
                             std::size_t pair, std::size_t lanes) {
    if (!last_had_wrong_ && good(entries, truth, pair)) return;
    if constexpr (BatchClassifier<F>::kPossible) {
      if (HWY_LIKELY(lanes == all_lanes())) {
        const bool counted = seen_.classes != nullptr ? classify_batch<true>(entries, truth, pair)
                                                      : classify_batch<false>(entries, truth, pair);
        if (HWY_LIKELY(counted)) return;
      }
    }
    second(entries, truth, row, pair, lanes);
  }

 private:
  static HWY_INLINE std::size_t all_lanes() {
    return exact::HWY_NAMESPACE::unit<typename F::Sink>();
  }

  /// Whether all entries are certainly right, and certainly no maximum.
  HWY_INLINE bool good(const Row<F, pattern>& entries, const Truths& truth,
                       std::size_t pair) const {
    const D d;
    M good = hn::Eq(hn::Zero(d), hn::Zero(d));
    const double* cross = limits_.cross.data() + elements_.first + pair;
    entries.visit(
        truth,
        [&](const Got& got, const Truth& x)
            HWY_ATTR { good = hn::And(good, plain<F>(got, x, limits_)); },
        [&](const Got& s, const Got& c) HWY_ATTR {
          good = hn::And(good, angle_surely_small(s, c, truth.sine, truth.cosine, cross));
        });
    return hn::AllTrue(d, good);
  }

  /// Counts entries, also incorrectly rounded ones.  Returns false and counts nothing if one is
  /// uncertain.
  template <bool classes>
  HWY_INLINE bool classify_batch(const Row<F, pattern>& entries, const Truths& truth,
                                 std::size_t pair) {
    VI32 doubt = hn::Zero(DI32());
    std::size_t run = 0;
    std::uint64_t misrounded = 0, unfaithful = 0;
    entries.visit(
        truth,
        [&](const Got& got, const Truth& x) HWY_ATTR __attribute__((always_inline)) {
          const auto counted = batch_classifier_.template entries<classes>(got, x);
          doubt = hn::Or(doubt, counted.doubt);
          misrounded += counted.misrounded;
          unfaithful += counted.unfaithful;
          if constexpr (classes) hn::StoreU(counted.cells, DI32(), runs_[run++].cells32.data());
        },
        [&](const Got& s, const Got& c) HWY_ATTR __attribute__((always_inline)) {
          doubt = hn::Or(doubt, batch_classifier_.pair(s, c, truth.sine, truth.cosine,
                                                       elements_.first + pair));
        });
    if (!hn::AllFalse(DI32(), hn::Lt(doubt, hn::Zero(DI32())))) return false;
    last_had_wrong_ = misrounded > 0;
    seen_.misrounded += misrounded;
    seen_.unfaithful += unfaithful;
    if constexpr (classes) {
      for (const Run& one : runs_) count(one, one.cells32.data(), elements_.first + pair);
    }
    return true;
  }

  HWY_NOINLINE void second(const Row<F, pattern>& entries, const Truths& truth, std::size_t row,
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
          open |= lanes_maybe_far(s, c, truth.sine, truth.cosine, limits_, elements_.first + pair);
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

  /// Entries of consecutive pairs of a unit, and the first of these pairs.
  struct Run {
    Judged judged;
    Cells cells;
    Cells32 cells32;
    std::size_t channel = 0;  ///< of the table's first pair
  };
  static constexpr std::size_t kApart =
      pattern < ColumnPattern::apart ? 2 : 1;  ///< channels from pair to pair

  /// The counts of a unit's lanes in a run: so far from one to the next.
  static constexpr std::size_t kNext = kApart * Joint::size(F::kPrecision);
  HWY_INLINE std::uint32_t* counts(const Run& run, std::size_t pair) {
    return seen_.classes->channel(run.channel + kApart * pair);
  }

  /// Also counts class 0, whose counts are unused: testing for it would cost more.
  template <class Cell>
  HWY_INLINE void count(const Run& run, const Cell* cells, std::size_t pair) {
    std::uint32_t* to = counts(run, pair);
    for (std::size_t lane = 0; lane < all_lanes(); lane += kTogether, to += kNext * kTogether)
      see(to, cells + lane, std::make_index_sequence<kTogether>());
  }
  /// As many as every unit has, without a loop: their places are constants apart.
  static constexpr std::size_t kTogether =
      (exact::HWY_NAMESPACE::kSplit<typename F::Sink> ? 1 : 2) *
      (HWY_HAVE_SCALABLE ? 2 : hn::MaxLanes(D()));
  template <class Cell, std::size_t... lane>
  static HWY_INLINE void see(std::uint32_t* to, const Cell* cells, std::index_sequence<lane...>) {
    (++to[kNext * lane + static_cast<std::size_t>(cells[lane])], ...);
  }
  HWY_INLINE void count(const Run& run, std::uint64_t lanes, std::size_t pair) {
    if (HWY_LIKELY(lanes == (std::uint64_t{1} << all_lanes()) - 1))
      return count(run, run.cells.data(), pair);
    std::uint32_t* to = counts(run, pair);
    for (; lanes != 0; lanes &= lanes - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(lanes));
      ++to[kNext * lane + static_cast<std::size_t>(run.cells[lane])];
    }
  }

  /// In the order in which a row visits them.
  static std::vector<Run> runs(const Elements& elements) {
    std::vector<Run> all;
    const auto add = [&](std::size_t channel) { all.push_back({{}, {}, {}, channel}); };
    if constexpr (pattern < ColumnPattern::apart) {
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
  PrefilterCounts& seen_;
  BatchClassifier<F> batch_classifier_;
  bool last_had_wrong_ = false;  ///< whether the unit before had wrong entries
  std::vector<Run> runs_;
};

template <class F>
void classify_block(const exact::Angles& angles, const Elements& elements, const Limits& limits,
                    PrefilterCounts& seen) {
  with_pattern(elements.pattern, [&](auto pattern) {
    UnitPrefilter<F, pattern> unit(elements, limits, seen);
    Units<F, pattern, UnitPrefilter<F, pattern>>(elements, unit).all(angles);
  });
}

}  // namespace sextant::measure::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
