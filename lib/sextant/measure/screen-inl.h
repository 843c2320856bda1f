// Per-target: included once for every vector target.
#if defined(SEXTANT_MEASURE_SCREEN_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SEXTANT_MEASURE_SCREEN_INL_H
#undef SEXTANT_MEASURE_SCREEN_INL_H
#else
#define SEXTANT_MEASURE_SCREEN_INL_H
#endif

#include <algorithm>

#include "sextant/measure/judge-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sextant::measure::HWY_NAMESPACE {

using exact::Weave;
using exact::HWY_NAMESPACE::Rotated;
using exact::HWY_NAMESPACE::Rotation;

constexpr std::size_t kTile = 32;

inline std::uint64_t ones(std::uint64_t lanes) {
  return static_cast<std::uint64_t>(std::popcount(lanes));
}

/// One unit of pairs in one row.
template <class F, Weave weave>
class Row {
 public:
  using Element = typename F::Element;

  HWY_INLINE Row(const Elements& elements, const std::byte* row, std::size_t pair)
      : elements_(elements), row_(row), pair_(pair) {}

  /// Calls entries(got, truth) for every run of entries, and pair(sine, cosine) for those that make
  /// an angle.
  template <class Entries, class Pair>
  HWY_INLINE void visit(const Rotated& r, const Entries& entries, const Pair& pair) const {
    const Unit x{r.x0, r.x1};
    const Unit y{r.y0, r.y1};
    if constexpr (weave == Weave::apart) {
      Unit sine{}, cosine{};
      for (std::size_t k = elements_.sines.size(); k-- > 0;)
        entries(sine = F::run(at(elements_.sines[k], 1)), x);
      for (std::size_t k = elements_.cosines.size(); k-- > 0;)
        entries(cosine = F::run(at(elements_.cosines[k], 1)), y);
      if (!elements_.sines.empty() && !elements_.cosines.empty()) pair(sine, cosine);
    } else {
      Unit even, odd;
      F::woven(at(0, 2), even, odd);
      entries(even, exact::HWY_NAMESPACE::kSineFirst<weave> ? x : y);
      entries(odd, exact::HWY_NAMESPACE::kSineSecond<weave> ? x : y);
      if constexpr (weave == Weave::sine_cosine) pair(even, odd);
      if constexpr (weave == Weave::cosine_sine) pair(odd, even);
    }
  }

 private:
  HWY_INLINE const Element* at(std::size_t offset, std::size_t width) const {
    return reinterpret_cast<const Element*>(row_ + offset) + width * pair_;
  }

  const Elements& elements_;
  const std::byte* row_;
  std::size_t pair_;
};

/// Looks at the rows of a block.
template <class F, Weave weave>
class Look {
 public:
  Look(const Elements& elements, const Limits& limits, Seen& seen)
      : elements_(elements), limits_(limits), seen_(seen) {}

  HWY_INLINE void unit(const Rotated& r, std::size_t row, std::size_t pair) {
    if (row < elements_.begin || row >= elements_.end) return;
    const std::byte* from = elements_.at + row * elements_.stride;
    const std::size_t lanes = hn::Lanes(DF());
    if (HWY_LIKELY(pair + lanes <= elements_.pairs)) {
      first(Row<F, weave>(elements_, from, elements_.first + pair), r, row, pair, lanes);
    } else if (pair < elements_.pairs) {
      padded(r, from, row, pair);
    }
  }

 private:
  using Element = typename F::Element;

  HWY_INLINE void first(const Row<F, weave>& entries, const Rotated& r, std::size_t row,
                        std::size_t pair, std::size_t lanes) {
    const D d;
    M good = hn::Eq(hn::Zero(d), hn::Zero(d));
    const double* turned = limits_.turned.data() + elements_.first + pair;
    entries.visit(
        r,
        [&](const Unit& got, const Unit& x) HWY_ATTR {
          good = hn::And(good, hn::And(plain<F>(got.v0, x.v0, limits_),
                                       plain<F>(got.v1, x.v1, limits_)));
        },
        [&](const Unit& s, const Unit& c) HWY_ATTR {
          good = hn::And(good, little_turned(s.v0, c.v0, r.x0, r.y0, turned));
          good = hn::And(good,
                         little_turned(s.v1, c.v1, r.x1, r.y1, turned + hn::Lanes(d)));
        });
    if (HWY_UNLIKELY(!hn::AllTrue(d, good))) second(entries, r, row, pair, lanes);
  }

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

  /// The last pairs, and the very last one again and again, as rotations have it.
  HWY_NOINLINE void padded(const Rotated& r, const std::byte* from, std::size_t row,
                           std::size_t pair) {
    constexpr std::size_t most = HWY_MAX_BYTES / sizeof(float);
    const std::size_t lanes = elements_.pairs - pair;
    Elements part = elements_;
    std::vector<Element>& copy = copy_;
    copy.clear();
    const auto copied = [&](std::size_t offset, std::size_t width) {
      const std::size_t start = copy.size() * sizeof(Element);
      for (std::size_t k = 0; k < most; ++k) {
        const std::size_t p = elements_.first + pair + std::min(k, lanes - 1);
        for (std::size_t e = 0; e < width; ++e) {
          Element element;
          std::memcpy(&element, from + offset + (p * width + e) * sizeof(Element), sizeof element);
          copy.push_back(element);
        }
      }
      return start;
    };
    if constexpr (weave == Weave::apart) {
      for (std::size_t& offset : part.sines) offset = copied(offset, 1);
      for (std::size_t& offset : part.cosines) offset = copied(offset, 1);
    } else {
      copied(0, 2);
    }
    const auto* bytes = reinterpret_cast<const std::byte*>(copy.data());
    first(Row<F, weave>(part, bytes, 0), r, row, pair, lanes);
  }

  const Elements& elements_;
  const Limits& limits_;
  Seen& seen_;
  std::vector<Judged> judged_;
  std::vector<Element> copy_;
};

template <class F, Weave weave>
void looked(const exact::Angles& angles, const Elements& elements, const Limits& limits,
            Seen& seen) {
  constexpr std::size_t packed = 2 * kTile;
  const std::size_t step = hn::Lanes(DF());
  Look<F, weave> look(elements, limits, seen);
  for (std::size_t tile = 0; tile < angles.tiles; ++tile) {
    const double* a = angles.anchors + tile * packed;
    for (std::size_t j = 0; j < angles.half; ++j) {
      const double* b = angles.offsets + (tile * angles.half + j) * packed;
      for (std::size_t u = 0; u < kTile; u += step) {
        const Rotation r(a + 2 * u, b + 2 * u);
        look.unit(r.plus(), angles.half + j, tile * kTile + u);
        look.unit(r.minus(), angles.half - 1 - j, tile * kTile + u);
      }
    }
  }
}

template <class F>
void screened(const exact::Angles& angles, const Elements& elements, const Limits& limits,
              Seen& seen) {
  switch (elements.weave) {
    case Weave::sine_cosine:
      return looked<F, Weave::sine_cosine>(angles, elements, limits, seen);
    case Weave::cosine_sine:
      return looked<F, Weave::cosine_sine>(angles, elements, limits, seen);
    case Weave::sine_sine:
      return looked<F, Weave::sine_sine>(angles, elements, limits, seen);
    case Weave::cosine_cosine:
      return looked<F, Weave::cosine_cosine>(angles, elements, limits, seen);
    case Weave::apart:
      return looked<F, Weave::apart>(angles, elements, limits, seen);
  }
}

}  // namespace sextant::measure::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
