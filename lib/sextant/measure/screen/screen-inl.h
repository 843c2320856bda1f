// Per-target: included once for every vector target.
#if defined(SEXTANT_MEASURE_SCREEN_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SEXTANT_MEASURE_SCREEN_INL_H
#undef SEXTANT_MEASURE_SCREEN_INL_H
#else
#define SEXTANT_MEASURE_SCREEN_INL_H
#endif

#include <bit>
#include <utility>
#include <vector>

#include "sextant/measure/screen/crowd-inl.h"
#include "sextant/measure/screen/judge_split-inl.h"
#include "sextant/measure/screen/units-inl.h"

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

  Look(const Elements& elements, const Limits& limits, ScreenCounts& seen)
      : elements_(elements), limits_(limits), seen_(seen), crowd_(limits), runs_(runs(elements)) {}

  HWY_INLINE void operator()(const Row<F, weave>& entries, const Truths& truth, std::size_t row,
                             std::size_t pair, std::size_t lanes) {
    if (!crowded_ && good(entries, truth, pair)) return;
    if constexpr (Crowd<F>::kPossible) {
      if (HWY_LIKELY(lanes == all_lanes())) {
        const bool told = seen_.classes != nullptr ? crowd<true>(entries, truth, pair)
                                                   : crowd<false>(entries, truth, pair);
        if (HWY_LIKELY(told)) return;
      }
    }
    second(entries, truth, row, pair, lanes);
  }

 private:
  static HWY_INLINE std::size_t all_lanes() {
    return exact::HWY_NAMESPACE::unit<typename F::Sink>();
  }

  /// Whether all entries are surely right, and surely not the worst.
  HWY_INLINE bool good(const Row<F, weave>& entries, const Truths& truth, std::size_t pair) const {
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
    return hn::AllTrue(d, good);
  }

  /// Counts entries of which some may be wrong, if all are sure; false, and no count, if not.
  template <bool classes>
  HWY_INLINE bool crowd(const Row<F, weave>& entries, const Truths& truth, std::size_t pair) {
    VI32 doubt = hn::Zero(DI32());
    std::size_t run = 0;
    std::uint64_t misrounded = 0, unfaithful = 0;
    entries.visit(
        truth,
        [&](const Got& got, const Truth& x) HWY_ATTR __attribute__((always_inline)) {
          const auto told = crowd_.template entries<classes>(got, x);
          doubt = hn::Or(doubt, told.doubt);
          misrounded += told.misrounded;
          unfaithful += told.unfaithful;
          if constexpr (classes) hn::StoreU(told.cells, DI32(), runs_[run++].cells32.data());
        },
        [&](const Got& s, const Got& c) HWY_ATTR __attribute__((always_inline)) {
          doubt =
              hn::Or(doubt, crowd_.pair(s, c, truth.sine, truth.cosine, elements_.first + pair));
        });
    if (!hn::AllFalse(DI32(), hn::Lt(doubt, hn::Zero(DI32())))) return false;
    crowded_ = misrounded > 0;
    seen_.misrounded += misrounded;
    seen_.unfaithful += unfaithful;
    if constexpr (classes) {
      for (const Run& one : runs_) count(one, one.cells32.data(), elements_.first + pair);
    }
    return true;
  }

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
    Cells32 cells32;
    std::size_t channel = 0;  ///< of the table's first pair
  };
  static constexpr std::size_t kApart =
      weave < Weave::apart ? 2 : 1;  ///< channels from pair to pair

  /// The counts of a unit's lanes in a run: so far from one to the next.
  static constexpr std::size_t kNext = kApart * Joint::size(F::kPrecision);
  HWY_INLINE std::uint32_t* counts(const Run& run, std::size_t pair) {
    return seen_.classes->channel(run.channel + kApart * pair);
  }

  /// Those in class 0 may be counted, which costs less than to ask which entries are of it.
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
  ScreenCounts& seen_;
  Crowd<F> crowd_;
  bool crowded_ = false;  ///< whether the unit before had wrong entries
  std::vector<Run> runs_;
};

template <class F>
void screened(const exact::Angles& angles, const Elements& elements, const Limits& limits,
              ScreenCounts& seen) {
  with_weave(elements.weave, [&](auto weave) {
    Look<F, weave> look(elements, limits, seen);
    Units<F, weave, Look<F, weave>>(elements, look).all(angles);
  });
}

}  // namespace sextant::measure::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
