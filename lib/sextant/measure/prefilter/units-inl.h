// Per-target: included once for every vector target.
#if defined(SEXTANT_MEASURE_UNITS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SEXTANT_MEASURE_UNITS_INL_H
#undef SEXTANT_MEASURE_UNITS_INL_H
#else
#define SEXTANT_MEASURE_UNITS_INL_H
#endif

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <vector>

#include "sextant/measure/prefilter/elements-inl.h"
#include "sextant/measure/prefilter/prefilter.hpp"

HWY_BEFORE_NAMESPACE();
namespace sextant::measure::HWY_NAMESPACE {

using exact::ColumnPattern;
/// One unit of pairs in one row.
template <class F, ColumnPattern pattern>
class Row {
 public:
  using Element = typename F::Element;

  HWY_INLINE Row(const Elements& elements, const std::byte* row, std::size_t pair)
      : elements_(elements), row_(row), pair_(pair) {}

  /// Calls entries(got, truth) for every run of entries, and pair(sine, cosine) for those that make
  /// an angle.
  template <class Entries, class Pair>
  HWY_INLINE void visit(const SineAndCosine<typename F::Truth>& truth, const Entries& entries,
                        const Pair& pair) const {
    const auto& [x, y] = truth;
    if constexpr (pattern >= ColumnPattern::apart) {
      typename F::Got sine{}, cosine{};
      for (std::size_t k = elements_.sines.size(); k-- > 0;)
        entries(sine = F::run(at(elements_.sines[k], 1)), x);
      for (std::size_t k = elements_.cosines.size(); k-- > 0;)
        entries(cosine = F::run(at(elements_.cosines[k], 1)), y);
      if (!elements_.sines.empty() && !elements_.cosines.empty()) pair(sine, cosine);
    } else {
      typename F::Got even, odd;
      F::interleaved(at(0, 2), even, odd);
      entries(even, exact::HWY_NAMESPACE::kSineFirst<pattern> ? x : y);
      entries(odd, exact::HWY_NAMESPACE::kSineSecond<pattern> ? x : y);
      if constexpr (pattern == ColumnPattern::sine_cosine) pair(even, odd);
      if constexpr (pattern == ColumnPattern::cosine_sine) pair(odd, even);
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

/// Calls act(entries, truth, row, pair, lanes) for the units of a block: `lanes` of its pairs are
/// there.
template <class F, ColumnPattern pattern, class Act>
class Units {
 public:
  Units(const Elements& elements, Act& act) : elements_(elements), act_(act) {}

  void all(const exact::Angles& angles) {
    constexpr std::size_t tile_pairs = exact::HWY_NAMESPACE::kTile<typename F::Sink>;
    constexpr std::size_t doubles = exact::HWY_NAMESPACE::kDoubles<typename F::Sink>;
    constexpr std::size_t packed = tile_pairs * doubles;
    const std::size_t step = lanes_of_unit();
    for (std::size_t tile = 0; tile < angles.tiles; ++tile) {
      const double* a = angles.anchors + tile * packed;
      for (std::size_t u = 0; u < tile_pairs; u += step) {
        for (std::size_t j = 0; j < angles.half; ++j) {
          const double* b = angles.offsets + (j * angles.tiles + tile) * packed;
          const typename F::Rotation r(a + doubles * u, b + doubles * u);
          unit(F::truth(r, true), angles.half + j, tile * tile_pairs + u);
          unit(F::truth(r, false), angles.half - 1 - j, tile * tile_pairs + u);
        }
      }
    }
  }

 private:
  using Element = typename F::Element;
  using Truths = SineAndCosine<typename F::Truth>;

  static HWY_INLINE std::size_t lanes_of_unit() {
    return exact::HWY_NAMESPACE::unit<typename F::Sink>();
  }

  HWY_INLINE void unit(const Truths& truth, std::size_t row, std::size_t pair) {
    if (row < elements_.begin || row >= elements_.end) return;
    const std::byte* from = elements_.at + row * elements_.stride;
    const std::size_t lanes = lanes_of_unit();
    if (HWY_LIKELY(pair + lanes <= elements_.pairs)) {
      act_(Row<F, pattern>(elements_, from, elements_.first + pair), truth, row, pair, lanes);
    } else if (pair < elements_.pairs) {
      padded(truth, from, row, pair);
    }
  }

  /// The last pairs, and the very last one again and again, as rotations have it.
  HWY_NOINLINE void padded(const Truths& truth, const std::byte* from, std::size_t row,
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
    if constexpr (pattern >= ColumnPattern::apart) {
      for (std::size_t& offset : part.sines) offset = copied(offset, 1);
      for (std::size_t& offset : part.cosines) offset = copied(offset, 1);
    } else {
      copied(0, 2);
    }
    const auto* bytes = reinterpret_cast<const std::byte*>(copy.data());
    act_(Row<F, pattern>(part, bytes, 0), truth, row, pair, lanes);
  }

  const Elements& elements_;
  Act& act_;
  std::vector<Element> copy_;
};

/// Calls make(pattern) with the pattern as a constant.
template <class Make>
void with_pattern(ColumnPattern pattern, const Make& make) {
  switch (pattern) {
    case ColumnPattern::sine_cosine:
      return make(std::integral_constant<ColumnPattern, ColumnPattern::sine_cosine>());
    case ColumnPattern::cosine_sine:
      return make(std::integral_constant<ColumnPattern, ColumnPattern::cosine_sine>());
    case ColumnPattern::sine_sine:
      return make(std::integral_constant<ColumnPattern, ColumnPattern::sine_sine>());
    case ColumnPattern::cosine_cosine:
      return make(std::integral_constant<ColumnPattern, ColumnPattern::cosine_cosine>());
    case ColumnPattern::apart:
    case ColumnPattern::sines:
    case ColumnPattern::cosines:
      return make(std::integral_constant<ColumnPattern, ColumnPattern::apart>());
  }
}

}  // namespace sextant::measure::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
