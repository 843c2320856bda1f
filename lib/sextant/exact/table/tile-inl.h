// Per-target: included once for every vector target.
#if defined(SEXTANT_EXACT_TABLE_TILE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SEXTANT_EXACT_TABLE_TILE_INL_H
#undef SEXTANT_EXACT_TABLE_TILE_INL_H
#else
#define SEXTANT_EXACT_TABLE_TILE_INL_H
#endif

#include <algorithm>
#include <optional>

#include "sextant/exact/table/sixteen-inl.h"
#include "sextant/exact/table/split-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sextant::exact::HWY_NAMESPACE {

/// What differs between the formats: the sink, and how many pairs and numbers a vector step takes.
template <class Sink>
inline constexpr bool kSplit = std::is_same_v<Sink, ToFloat64>;
template <class Sink>
inline constexpr std::size_t kTile = kSplit<Sink> ? 16 : 32;
template <class Sink>
HWY_INLINE std::size_t unit() {
  return (kSplit<Sink> ? 1 : 2) * hn::Lanes(D());
}
template <class Sink>
inline constexpr std::size_t kDoubles = kSplit<Sink> ? 4 : 2;

template <class Sink, Weave weave, bool streamed = false>
HWY_INLINE void both(Sink& sink, typename Sink::Element* plus, typename Sink::Element* minus,
                     const double* a, const double* b) {
  if constexpr (kSplit<Sink>) {
    const SplitRotation r(a, b);
    sink.template put<weave, streamed>(plus, kTile<Sink>, r, true);
    sink.template put<weave, streamed>(minus, kTile<Sink>, r, false);
  } else {
    const Rotation r(a, b);
    sink.template put<weave, streamed>(plus, kTile<Sink>, r.plus());
    sink.template put<weave, streamed>(minus, kTile<Sink>, r.minus());
  }
}

/// Rows of one tile, past the caches where that was asked for and can be.
template <class Element>
HWY_INLINE void copy_out(const Element* from, std::size_t apart, std::byte* to, std::size_t bytes,
                         const Rows& rows) {
  const hn::ScalableTag<std::uint8_t> d;
  const std::size_t lanes = hn::Lanes(d);
  const bool streamed = rows.streamed && bytes % lanes == 0 && rows.stride % lanes == 0 &&
                        reinterpret_cast<std::uintptr_t>(to) % lanes == 0;
  for (std::size_t r = rows.first; r < rows.last; ++r) {
    auto* target = to + r * rows.stride;
    const Element* source = from + r * apart;
    if (streamed) {
      const auto* s = reinterpret_cast<const std::uint8_t*>(source);
      auto* t = reinterpret_cast<std::uint8_t*>(target);
      for (std::size_t k = 0; k < bytes; k += lanes) hn::Stream(hn::LoadU(d, s + k), d, t + k);
    } else {
      std::memcpy(target, source, bytes);
    }
  }
}

template <class Sink, Weave weave>
HWY_INLINE void emit(const typename Sink::Element* scratch, const Rows& rows, std::size_t tile) {
  using Element = typename Sink::Element;
  constexpr std::size_t row = 2 * kTile<Sink>;
  const std::size_t pairs = std::min(kTile<Sink>, rows.pairs - tile * kTile<Sink>);
  if constexpr (weave == Weave::apart) {
    const std::size_t skip = tile * kTile<Sink> * sizeof(Element);
    for (const std::size_t at : rows.sines)
      copy_out(scratch, row, rows.at + at + skip, pairs * sizeof(Element), rows);
    for (const std::size_t at : rows.cosines)
      copy_out(scratch + kTile<Sink>, row, rows.at + at + skip, pairs * sizeof(Element), rows);
  } else {
    copy_out(scratch, row, rows.at + tile * row * sizeof(Element), 2 * pairs * sizeof(Element),
             rows);
  }
}

/// Which pair of a unit stands in a lane, so that interleaving within blocks of 128 bits gives the
/// natural order.
template <class Sink, Weave weave>
std::size_t pair_of_lane(std::size_t lane) {
  const std::size_t n = unit<Sink>();
  if (weave == Weave::apart || sizeof(typename Sink::Element) == 2) return lane;
  if constexpr (kSplit<Sink>) return lane % 2 == 0 ? lane / 2 : n / 2 + lane / 2;
  const std::size_t k = lane / 4;
  const std::size_t r = lane % 4;
  return r < 2 ? 2 * k + r : n / 2 + 2 * k + r - 2;
}

/// A group whose test was raised: the entries that are in doubt by themselves.
template <class Sink, Weave weave>
struct Again {
  using Element = typename Sink::Element;
  Element* at[2];  ///< rows A + (j + ½) and A − (j + ½)
  std::size_t tile, j, half;
  const Rows& rows;
  std::vector<Open>& open;

  HWY_NOINLINE void look(const double* a, const double* b) {
    const std::size_t step = unit<Sink>();
    for (std::size_t u = 0; u < kTile<Sink>; u += step) {
      for (const bool minus : {false, true}) {
        const std::size_t row = minus ? half - 1 - j : half + j;
        const double* x = a + u * kDoubles<Sink>;
        const double* y = b + u * kDoubles<Sink>;
        const Doubts doubts = Sink::doubts(x, y, !minus);
        if (HWY_LIKELY((doubts.x | doubts.y) == 0) || row < rows.first || row >= rows.last)
          continue;
        for (std::size_t lane = 0; lane < step; ++lane) {
          const typename Sink::Point p(x + lane, step);
          const typename Sink::Point q(y + lane, step);
          const std::size_t pair = u + pair_of_lane<Sink, weave>(lane);
          if (doubts.x >> lane & 1) entry(row, pair, Sink::alone(p, q, minus, false), false, minus);
          if (doubts.y >> lane & 1) entry(row, pair, Sink::alone(p, q, minus, true), true, minus);
        }
      }
    }
  }

 private:
  void entry(std::size_t row, std::size_t pair, std::optional<Element> value, bool cosine,
             bool minus) {
    if (tile * kTile<Sink> + pair >= rows.pairs) return;
    if (value) {
      put(at[minus], pair, cosine, *value);
    } else {
      open.push_back({static_cast<std::uint32_t>(row),
                      static_cast<std::uint32_t>(tile * kTile<Sink> + pair), cosine});
    }
  }

  static void put(Element* row, std::size_t pair, bool cosine, Element value) {
    if constexpr (weave == Weave::apart) {
      row[(cosine ? kTile<Sink> : 0) + pair] = value;
    } else if constexpr (weave == Weave::sine_sine || weave == Weave::cosine_cosine) {
      if (cosine == (weave == Weave::cosine_cosine)) row[2 * pair] = row[2 * pair + 1] = value;
    } else {
      row[2 * pair + (cosine == (weave == Weave::sine_cosine) ? 1 : 0)] = value;
    }
  }
};

/// The rows A ± (j + ½) of one tile, at `middle` + j·stride and `middle` − (j + 1)·stride.
template <class Sink, Weave weave, bool streamed>
HWY_INLINE void tile_rows(const Angles& angles, const Rows& rows, std::size_t tile,
                          typename Sink::Element* middle, std::size_t stride,
                          std::vector<Open>& open) {
  constexpr std::size_t packed = kTile<Sink> * kDoubles<Sink>;
  constexpr std::size_t width = weave == Weave::apart ? 1 : 2;
  const std::size_t step = unit<Sink>();
  const double* a = angles.anchors + tile * packed;
  for (std::size_t j = 0; j < angles.half; ++j) {
    const double* b = angles.offsets + (tile * angles.half + j) * packed;
    auto* plus = middle + j * stride;
    auto* minus = middle - (j + 1) * stride;
    Sink sink;
    for (std::size_t u = 0; u < kTile<Sink>; u += step)
      both<Sink, weave, streamed>(sink, plus + u * width, minus + u * width, a + u * kDoubles<Sink>,
                                  b + u * kDoubles<Sink>);
    if (HWY_UNLIKELY(sink.raised()))
      Again<Sink, weave>{{plus, minus}, tile, j, angles.half, rows, open}.look(a, b);
  }
}

template <class Sink, Weave weave>
void block(const Angles& angles, const Rows& rows, std::vector<Open>& open) {
  using Element = typename Sink::Element;
  constexpr std::size_t row = 2 * kTile<Sink>;
  constexpr std::size_t lines = HWY_MAX_BYTES;
  HWY_ALIGN_MAX Element scratch[2 * kMostHalf * row];
  const bool direct = weave != Weave::apart && rows.streamed && rows.first == 0 &&
                      rows.last == 2 * angles.half && rows.stride % lines == 0 &&
                      reinterpret_cast<std::uintptr_t>(rows.at) % lines == 0;
  for (std::size_t tile = 0; tile < angles.tiles; ++tile) {
    if (direct && (tile + 1) * kTile<Sink> <= rows.pairs) {
      auto* first = reinterpret_cast<Element*>(rows.at) + tile * row;
      const std::size_t stride = rows.stride / sizeof(Element);
      tile_rows<Sink, weave, true>(angles, rows, tile, first + angles.half * stride, stride, open);
    } else {
      tile_rows<Sink, weave, false>(angles, rows, tile, scratch + angles.half * row, row, open);
      emit<Sink, weave>(scratch, rows, tile);
    }
  }
}

}  // namespace sextant::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
