// Per-target: included once for every vector target.
#if defined(SEXTANT_EXACT_TABLE_AGAIN_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SEXTANT_EXACT_TABLE_AGAIN_INL_H
#undef SEXTANT_EXACT_TABLE_AGAIN_INL_H
#else
#define SEXTANT_EXACT_TABLE_AGAIN_INL_H
#endif

#include <bit>
#include <optional>
#include <vector>

#include "sextant/exact/table/shape-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sextant::exact::HWY_NAMESPACE {

/// Decides the entries of two rows that vectors leave open, one by one, and overwrites those that
/// were stored.  A processor keeps the order of its stores to one place, even if they bypass the
/// caches.
template <class Sink, ColumnPattern pattern>
struct Again {
  using Element = typename Sink::Element;
  Element* at[2];     ///< rows A + (j + ½) and A − (j + ½), from a pair on
  std::size_t begin;  ///< this pair
  Runs runs;
  std::size_t j, half;
  const Rows& rows;
  std::vector<Open>& open;
  Sink sink;

  /// A group, of the pairs [first, first + pairs), whose test failed.
  HWY_NOINLINE void group(const double* a, const double* b, std::size_t first, std::size_t pairs) {
    for (std::size_t u = 0; u < pairs; u += unit<Sink>()) {
      for (const bool minus : {false, true}) {
        const double* x = a + u * kDoubles<Sink>;
        const double* y = b + u * kDoubles<Sink>;
        lanes(x, y, first + u, minus, sink.doubts(x, y, !minus));
      }
    }
  }

  /// The entries in some lanes of a unit, whose first pair is `first`.
  HWY_INLINE void lanes(const double* a, const double* b, std::size_t first, bool minus,
                        Doubts doubts) {
    const std::size_t row = minus ? half - 1 - j : half + j;
    if (!rows.wants(row)) return;
    for (std::uint64_t left = doubts.x | doubts.y; left != 0; left &= left - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(left));
      const typename Sink::Point p(a + lane, unit<Sink>());
      const typename Sink::Point q(b + lane, unit<Sink>());
      const std::size_t pair = first + pair_of_lane<Sink, pattern>(lane);
      if (kSine<pattern> && (doubts.x >> lane & 1) != 0)
        entry(row, pair, sink.alone(p, q, minus, false), false, minus);
      if (kCosine<pattern> && (doubts.y >> lane & 1) != 0)
        entry(row, pair, sink.alone(p, q, minus, true), true, minus);
    }
  }

 private:
  HWY_INLINE void entry(std::size_t row, std::size_t pair, std::optional<Element> value,
                        bool cosine, bool minus) {
    if (pair >= rows.pairs) return;
    if (pair + 1 == rows.pairs && (cosine ? rows.lacks_cosine : rows.lacks_sine)) return;
    if (value) {
      put(at[minus], static_cast<std::ptrdiff_t>(pair - begin), cosine, *value);
    } else {
      open.push_back({static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(pair), cosine});
    }
  }

  void put(Element* row, std::ptrdiff_t pair, bool cosine, Element value) const {
    if constexpr (kRuns<pattern>) {
      const std::ptrdiff_t of = (cosine && kSine<pattern> ? runs.apart : 0) + pair;
      row[of] = row[of + runs.again] = value;
    } else if constexpr (pattern == ColumnPattern::sine_sine ||
                         pattern == ColumnPattern::cosine_cosine) {
      row[2 * pair] = row[2 * pair + 1] = value;
    } else {
      row[2 * pair + (cosine == (pattern == ColumnPattern::sine_cosine) ? 1 : 0)] = value;
    }
  }
};

}  // namespace sextant::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
