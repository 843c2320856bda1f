// Per-target: included once for every vector target.
#if defined(SEXTANT_EXACT_TABLE_TILE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SEXTANT_EXACT_TABLE_TILE_INL_H
#undef SEXTANT_EXACT_TABLE_TILE_INL_H
#else
#define SEXTANT_EXACT_TABLE_TILE_INL_H
#endif

#include <algorithm>
#include <optional>

#include <hwy/cache_control.h>

#include "sextant/exact/table/store_row-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sextant::exact::HWY_NAMESPACE {

template <class Sink, ColumnPattern pattern, bool streamed>
HWY_INLINE void both(Sink& sink, typename Sink::Element* plus, typename Sink::Element* minus,
                     std::ptrdiff_t apart, const double* a, const double* b) {
  if constexpr (kSplit<Sink>) {
    const SplitRotation r(a, b, sink.scale);
    sink.template put<pattern, streamed>(plus, apart, r, true);
    sink.template put<pattern, streamed>(minus, apart, r, false);
  } else {
    const Rotation r(a, b);
    sink.template put<pattern, streamed>(plus, apart, r.plus());
    sink.template put<pattern, streamed>(minus, apart, r.minus());
  }
}

/// Decides the entries in doubt of a group whose test failed, and overwrites those stored by `put`.
/// A processor keeps the order of its stores to one place, even if they bypass the caches.
template <class Sink, ColumnPattern pattern>
struct Again {
  using Element = typename Sink::Element;
  Element* at[2];  ///< rows A + (j + ½) and A − (j + ½)
  std::ptrdiff_t apart;
  std::size_t first, pairs;  ///< of the group
  std::size_t j, half;
  const Rows& rows;
  std::vector<Open>& open;
  Sink sink;

  HWY_NOINLINE void look(const double* a, const double* b) {
    const std::size_t step = unit<Sink>();
    for (std::size_t u = 0; u < pairs; u += step) {
      for (const bool minus : {false, true}) {
        const std::size_t row = minus ? half - 1 - j : half + j;
        const double* x = a + u * kDoubles<Sink>;
        const double* y = b + u * kDoubles<Sink>;
        const Doubts doubts = sink.doubts(x, y, !minus);
        if (HWY_LIKELY((doubts.x | doubts.y) == 0) || row >= rows.count) continue;
        for (std::size_t lane = 0; lane < step; ++lane) {
          const typename Sink::Point p(x + lane, step);
          const typename Sink::Point q(y + lane, step);
          const std::size_t pair = u + pair_of_lane<Sink, pattern>(lane);
          if (kSine<pattern> && (doubts.x >> lane & 1) != 0)
            entry(row, pair, sink.alone(p, q, minus, false), false, minus);
          if (kCosine<pattern> && (doubts.y >> lane & 1) != 0)
            entry(row, pair, sink.alone(p, q, minus, true), true, minus);
        }
      }
    }
  }

 private:
  void entry(std::size_t row, std::size_t pair, std::optional<Element> value, bool cosine,
             bool minus) {
    if (first + pair >= rows.pairs) return;
    if (value) {
      put(at[minus], pair, cosine, *value);
    } else {
      open.push_back(
          {static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(first + pair), cosine});
    }
  }

  void put(Element* row, std::size_t pair, bool cosine, Element value) const {
    if constexpr (kRuns<pattern>) {
      row[(cosine && kSine<pattern> ? apart : 0) + static_cast<std::ptrdiff_t>(pair)] = value;
    } else if constexpr (pattern == ColumnPattern::sine_sine ||
                         pattern == ColumnPattern::cosine_cosine) {
      if (cosine == (pattern == ColumnPattern::cosine_cosine))
        row[2 * pair] = row[2 * pair + 1] = value;
    } else {
      row[2 * pair + (cosine == (pattern == ColumnPattern::sine_cosine) ? 1 : 0)] = value;
    }
  }
};

/// The rows A ± (j + ½) of the pairs [first, end), which are one group.  In each row, cosines begin
/// `apart` numbers after the sines.
template <class Sink, ColumnPattern pattern, bool streamed>
HWY_INLINE void group(const Angles& angles, const Rows& rows, std::size_t j, std::size_t first,
                      std::size_t end, typename Sink::Element* plus, typename Sink::Element* minus,
                      std::ptrdiff_t apart, std::vector<Open>& open) {
  constexpr std::size_t width = kRuns<pattern> ? 1 : 2;
  const std::size_t step = unit<Sink>();
  const std::size_t slots = angles.tiles * kTile<Sink>;
  const double* a = angles.anchors + first * kDoubles<Sink>;
  const double* b = angles.offsets + j * slots * kPacked<Sink> + first * kDoubles<Sink>;
  plus += first * width, minus += first * width;
  Sink sink(angles.scale);
  for (std::size_t u = 0; first + u < end; u += step)
    both<Sink, pattern, streamed>(sink, plus + u * width, minus + u * width, apart,
                                  a + u * kDoubles<Sink>, b + u * kDoubles<Sink>);
  if (HWY_UNLIKELY(sink.raised()))
    Again<Sink, pattern>{{plus, minus}, apart, first, end - first,       j,
                         angles.half,   rows,  open,  Sink(angles.scale)}
        .look(a, b);
}

/// The rows A ± (j + ½): tile by tile, or first in floats, and then the units that these leave
/// open.
template <class Sink, ColumnPattern pattern, bool streamed>
HWY_INLINE void two_rows(const Angles& angles, const Rows& rows, std::size_t j,
                         typename Sink::Element* plus, typename Sink::Element* minus,
                         std::ptrdiff_t apart, std::vector<Open>& open) {
  if constexpr (kNarrow<Sink>) {
    constexpr std::size_t width = kRuns<pattern> ? 1 : 2;
    const std::size_t step = unit<Sink>();
    const std::size_t slots = angles.tiles * kTile<Sink>;
    const float* a = floats_of<Sink>(angles.anchors, slots);
    const float* b = floats_of<Sink>(angles.offsets + j * slots * kPacked<Sink>, slots);
    std::uint16_t left[kMostTiles * kTile<Sink> / 2];
    std::size_t lefts = 0;
    for (std::size_t u = 0; u < rows.pairs; u += step) {
      left[lefts] = static_cast<std::uint16_t>(u);
      lefts += Sink::template in_floats<pattern, streamed>(
                   plus + u * width, minus + u * width, apart, a + 2 * u, b + 2 * u, angles.scale)
                   ? 0
                   : 1;
    }
    for (std::size_t k = 0; k < lefts; ++k)
      group<Sink, pattern, streamed>(angles, rows, j, left[k], left[k] + step, plus, minus, apart,
                                     open);
  } else {
    for (std::size_t first = 0; first < rows.pairs; first += kTile<Sink>)
      group<Sink, pattern, streamed>(angles, rows, j, first,
                                     std::min(first + kTile<Sink>, rows.pairs), plus, minus, apart,
                                     open);
  }
}

/// Touches the addresses of the next row while others are written.  With small pages, stores that
/// bypass the caches would otherwise wait for address translation.
template <class Sink, ColumnPattern pattern>
HWY_INLINE void announce(const std::byte* row, const Rows& rows) {
  constexpr std::size_t kPage = 4096;
  const auto part = [&](std::size_t at, std::size_t numbers) {
    for (std::size_t k = 0; k < numbers * sizeof(typename Sink::Element); k += kPage)
      hwy::Prefetch(row + at + k);
  };
  if constexpr (kRuns<pattern>) {
    for (const std::size_t at : rows.sines) part(at, rows.pairs);
    for (const std::size_t at : rows.cosines) part(at, rows.pairs);
  } else {
    part(0, 2 * rows.pairs);
  }
}

/// Whether a block's rows can be made in place, and the offsets of their first sines and cosines.
/// True for whole rows of whole vectors, in one run each.
struct Direct {
  std::size_t skip = 0;
  std::ptrdiff_t apart = 0;
};
template <class Sink, ColumnPattern pattern>
std::optional<Direct> direct(const Angles& angles, const Rows& rows) {
  using Element = typename Sink::Element;
  const auto aligned = [](auto bytes) {
    return bytes % static_cast<decltype(bytes)>(HWY_MAX_BYTES) == 0;
  };
  // Units that are left open are written twice, which is slow past the caches.
  if (kNarrow<Sink> || !rows.streamed || rows.count != 2 * angles.half ||
      rows.pairs % unit<Sink>() != 0 || !aligned(rows.stride) ||
      !aligned(reinterpret_cast<std::uintptr_t>(rows.at)))
    return std::nullopt;
  if (!kRuns<pattern>) return Direct{};
  if (rows.sines.size() > 1 || rows.cosines.size() > 1) return std::nullopt;
  const std::size_t sines = kSine<pattern> ? rows.sines[0] : rows.cosines[0];
  const std::size_t cosines = kCosine<pattern> ? rows.cosines[0] : sines;
  if (!aligned(sines) || !aligned(cosines)) return std::nullopt;
  return Direct{sines, (static_cast<std::ptrdiff_t>(cosines) - static_cast<std::ptrdiff_t>(sines)) /
                           static_cast<std::ptrdiff_t>(sizeof(Element))};
}

template <class Sink, ColumnPattern pattern>
void block(const Angles& angles, const Rows& rows, std::vector<Open>& open) {
  using Element = typename Sink::Element;
  constexpr std::size_t kAhead = 2;  // rows
  Scratch<Sink> scratch;
  const std::size_t pairs = angles.tiles * kTile<Sink>;
  const auto apart = static_cast<std::ptrdiff_t>(pairs);
  const bool whole = rows.count == 2 * angles.half;
  const std::optional<Direct> at_once = direct<Sink, pattern>(angles, rows);
  const std::optional<Joint> joined = joint<Sink>(rows);
  for (std::size_t j = 0; j < angles.half; ++j) {
    std::byte* plus = rows.at + (angles.half + j) * rows.stride;
    std::byte* minus = rows.at + (angles.half - 1 - j) * rows.stride;
    if (rows.streamed && whole && j + kAhead < angles.half) {
      announce<Sink, pattern>(plus + kAhead * rows.stride, rows);
      announce<Sink, pattern>(minus - kAhead * rows.stride, rows);
    }
    if (at_once) {
      two_rows<Sink, pattern, true>(
          angles, rows, j, reinterpret_cast<Element*>(plus + at_once->skip),
          reinterpret_cast<Element*>(minus + at_once->skip), at_once->apart, open);
    } else {
      two_rows<Sink, pattern, false>(angles, rows, j, scratch.made[0], scratch.made[1], apart,
                                     open);
      store_row<Sink, pattern>(scratch, 0, apart, angles.half + j, rows, joined);
      store_row<Sink, pattern>(scratch, 1, apart, angles.half - 1 - j, rows, joined);
    }
  }
}

}  // namespace sextant::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
