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
                     std::ptrdiff_t apart, const double* a, const double* b) {
  if constexpr (kSplit<Sink>) {
    const SplitRotation r(a, b);
    sink.template put<weave, streamed>(plus, apart, r, true);
    sink.template put<weave, streamed>(minus, apart, r, false);
  } else {
    const Rotation r(a, b);
    sink.template put<weave, streamed>(plus, apart, r.plus());
    sink.template put<weave, streamed>(minus, apart, r.minus());
  }
}

/// A part of a row, past the caches where that was asked for and can be.
template <class Element>
HWY_INLINE void copy_out(const Element* from, std::byte* to, std::size_t count, const Rows& rows) {
  const hn::ScalableTag<std::uint8_t> d;
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t bytes = count * sizeof(Element);
  if (rows.streamed && bytes % lanes == 0 && reinterpret_cast<std::uintptr_t>(to) % lanes == 0) {
    const auto* source = reinterpret_cast<const std::uint8_t*>(from);
    auto* target = reinterpret_cast<std::uint8_t*>(to);
    for (std::size_t k = 0; k < bytes; k += lanes)
      hn::Stream(hn::Load(d, source + k), d, target + k);
  } else {
    std::memcpy(to, from, bytes);
  }
}

/// A row from where its tiles were made: `apart` numbers from the sines to the cosines.
template <class Sink, Weave weave>
HWY_INLINE void emit(const typename Sink::Element* made, std::ptrdiff_t apart, std::size_t row,
                     const Rows& rows) {
  if (row < rows.first || row >= rows.last) return;
  std::byte* to = rows.at + row * rows.stride;
  if constexpr (kRuns<weave>) {
    const auto* cosines = kSine<weave> ? made + apart : made;
    for (const std::size_t at : rows.sines) copy_out(made, to + at, rows.pairs, rows);
    for (const std::size_t at : rows.cosines) copy_out(cosines, to + at, rows.pairs, rows);
  } else {
    copy_out(made, to, 2 * rows.pairs, rows);
  }
}

/// Which pair of a unit stands in a lane, so that interleaving within blocks of 128 bits gives the
/// natural order.
template <class Sink, Weave weave>
std::size_t pair_of_lane(std::size_t lane) {
  const std::size_t n = unit<Sink>();
  if (kRuns<weave> || sizeof(typename Sink::Element) == 2) return lane;
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
  std::ptrdiff_t apart;
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
          if (kSine<weave> && (doubts.x >> lane & 1) != 0) entry(row, pair, Sink::alone(p, q, minus, false), false, minus);
          if (kCosine<weave> && (doubts.y >> lane & 1) != 0) entry(row, pair, Sink::alone(p, q, minus, true), true, minus);
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

  void put(Element* row, std::size_t pair, bool cosine, Element value) const {
    if constexpr (kRuns<weave>) {
      row[(cosine && kSine<weave> ? apart : 0) + static_cast<std::ptrdiff_t>(pair)] = value;
    } else if constexpr (weave == Weave::sine_sine || weave == Weave::cosine_cosine) {
      if (cosine == (weave == Weave::cosine_cosine)) row[2 * pair] = row[2 * pair + 1] = value;
    } else {
      row[2 * pair + (cosine == (weave == Weave::sine_cosine) ? 1 : 0)] = value;
    }
  }
};

/// The rows A ± (j + ½), tile by tile; in each, `apart` numbers from the sines to the cosines.
template <class Sink, Weave weave, bool streamed>
HWY_INLINE void two_rows(const Angles& angles, const Rows& rows, std::size_t j,
                         typename Sink::Element* plus, typename Sink::Element* minus,
                         std::ptrdiff_t apart, std::vector<Open>& open) {
  constexpr std::size_t packed = kTile<Sink> * kDoubles<Sink>;
  constexpr std::size_t width = kRuns<weave> ? 1 : 2;
  const std::size_t step = unit<Sink>();
  const double* a = angles.anchors;
  const double* b = angles.offsets + j * angles.tiles * packed;
  for (std::size_t tile = 0; tile < angles.tiles; ++tile) {
    Sink sink;
    for (std::size_t u = 0; u < kTile<Sink>; u += step)
      both<Sink, weave, streamed>(sink, plus + u * width, minus + u * width, apart,
                                  a + u * kDoubles<Sink>, b + u * kDoubles<Sink>);
    if (HWY_UNLIKELY(sink.raised()))
      Again<Sink, weave>{{plus, minus}, apart, tile, j, angles.half, rows, open}.look(a, b);
    a += packed, b += packed, plus += kTile<Sink> * width, minus += kTile<Sink> * width;
  }
}

/// The addresses of rows soon to be written are translated while others are: where pages are small,
/// stores past the caches would wait for that.
HWY_INLINE void announce(const std::byte* row, std::size_t bytes) {
  constexpr std::size_t kPage = 4096;
  for (std::size_t k = 0; k < bytes; k += kPage) hwy::Prefetch(row + k);
}

/// Where the rows of a block can be made at once: from the beginning of a row to its first numbers,
/// and from sines to cosines.  Whole rows of whole tiles, in one run each, where vectors can go.
struct Direct {
  std::size_t skip = 0;
  std::ptrdiff_t apart = 0;
};
template <class Sink, Weave weave>
std::optional<Direct> direct(const Angles& angles, const Rows& rows) {
  using Element = typename Sink::Element;
  const auto aligned = [](auto bytes) {
    return bytes % static_cast<decltype(bytes)>(HWY_MAX_BYTES) == 0;
  };
  if (!rows.streamed || rows.first != 0 || rows.last != 2 * angles.half ||
      rows.pairs != angles.tiles * kTile<Sink> || !aligned(rows.stride) ||
      !aligned(reinterpret_cast<std::uintptr_t>(rows.at)))
    return std::nullopt;
  if (!kRuns<weave>) return Direct{};
  if (rows.sines.size() > 1 || rows.cosines.size() > 1) return std::nullopt;
  const std::size_t sines = kSine<weave> ? rows.sines[0] : rows.cosines[0];
  const std::size_t cosines = kCosine<weave> ? rows.cosines[0] : sines;
  if (!aligned(sines) || !aligned(cosines)) return std::nullopt;
  return Direct{sines, (static_cast<std::ptrdiff_t>(cosines) - static_cast<std::ptrdiff_t>(sines)) /
                           static_cast<std::ptrdiff_t>(sizeof(Element))};
}

template <class Sink, Weave weave>
void block(const Angles& angles, const Rows& rows, std::vector<Open>& open) {
  using Element = typename Sink::Element;
  constexpr std::size_t kAhead = 2;  // rows
  HWY_ALIGN_MAX Element scratch[2 * kMostTiles * 2 * kTile<Sink>];
  const std::size_t pairs = angles.tiles * kTile<Sink>;
  const auto apart = static_cast<std::ptrdiff_t>(pairs);
  const bool whole = rows.first == 0 && rows.last == 2 * angles.half;
  const std::optional<Direct> at_once = direct<Sink, weave>(angles, rows);
  for (std::size_t j = 0; j < angles.half; ++j) {
    std::byte* plus = rows.at + (angles.half + j) * rows.stride;
    std::byte* minus = rows.at + (angles.half - 1 - j) * rows.stride;
    if (rows.streamed && whole && j + kAhead < angles.half) {
      announce(plus + kAhead * rows.stride, 2 * rows.pairs * sizeof(Element));
      announce(minus - kAhead * rows.stride, 2 * rows.pairs * sizeof(Element));
    }
    if (at_once) {
      two_rows<Sink, weave, true>(angles, rows, j, reinterpret_cast<Element*>(plus + at_once->skip),
                                  reinterpret_cast<Element*>(minus + at_once->skip),
                                  at_once->apart, open);
    } else {
      two_rows<Sink, weave, false>(angles, rows, j, scratch, scratch + 2 * pairs, apart, open);
      emit<Sink, weave>(scratch, apart, angles.half + j, rows);
      emit<Sink, weave>(scratch + 2 * pairs, apart, angles.half - 1 - j, rows);
    }
  }
}

}  // namespace sextant::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
