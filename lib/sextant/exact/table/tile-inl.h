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

#include "sextant/exact/table/again-inl.h"
#include "sextant/exact/table/copy-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sextant::exact::HWY_NAMESPACE {

template <class Sink, ColumnPattern pattern, bool streamed>
HWY_INLINE void both(Sink& sink, typename Sink::Element* plus, typename Sink::Element* minus,
                     const Runs& runs, const double* a, const double* b) {
  if constexpr (kSplit<Sink>) {
    const SplitRotation r(a, b, sink.scale);
    sink.template put<pattern, streamed>(plus, runs, r, true);
    sink.template put<pattern, streamed>(minus, runs, r, false);
  } else {
    const Rotation r(a, b);
    sink.template put<pattern, streamed>(plus, runs, r.plus());
    sink.template put<pattern, streamed>(minus, runs, r.minus());
  }
}

/// The packed anchors and offsets of row j, and the numbers of a row that a pair takes.
template <class Sink>
struct Packed {
  const double* a;
  const double* b;
  std::size_t slots;

  Packed(const Angles& angles, std::size_t j)
      : a(angles.anchors),
        b(angles.offsets + j * angles.tiles * kTile<Sink> * kPacked<Sink>),
        slots(angles.tiles * kTile<Sink>) {}
};
template <ColumnPattern pattern>
inline constexpr std::size_t kWidth = kRuns<pattern> ? 1 : 2;

/// The rows A ± (j + ½), in doubles: tile by tile, each a group that is tested at once.  `between`
/// is called after each.
template <class Sink, ColumnPattern pattern, bool streamed, class Between>
HWY_INLINE void two_rows(const Angles& angles, const Rows& rows, std::size_t j,
                         typename Sink::Element* plus, typename Sink::Element* minus,
                         const Runs& runs, std::vector<Open>& open, const Between& between) {
  constexpr std::size_t width = kWidth<pattern>;
  const Packed<Sink> packed(angles, j);
  for (std::size_t first = 0; first < rows.pairs; first += kTile<Sink>) {
    const std::size_t end = std::min(first + kTile<Sink>, rows.pairs);
    Sink sink(angles.scale);
    for (std::size_t u = first; u < end; u += unit<Sink>())
      both<Sink, pattern, streamed>(sink, plus + u * width, minus + u * width, runs,
                                    packed.a + u * kDoubles<Sink>, packed.b + u * kDoubles<Sink>);
    if (HWY_UNLIKELY(sink.raised()))
      Again<Sink, pattern>{{plus, minus}, 0, runs, j, angles.half, rows, open, Sink(angles.scale)}
          .group(packed.a + first * kDoubles<Sink>, packed.b + first * kDoubles<Sink>, first,
                 end - first);
    between();
  }
}

/// A unit of two rows, in floats.  Returns what says which lanes are open.
template <class Sink, ColumnPattern pattern, bool streamed>
HWY_INLINE V32 unit_of_floats(const Packed<Sink>& packed, std::size_t u, std::uint16_t* plus,
                              std::uint16_t* minus, const Runs& runs, int scale) {
  constexpr std::size_t kFloats = Floats<Sink>::kFloats;
  return Floats<Sink>::template put<pattern, streamed>(
      plus, minus, runs, floats_of<Sink>(packed.a, packed.slots) + kFloats * u,
      floats_of<Sink>(packed.b, packed.slots) + kFloats * u, scale);
}

/// A unit that rotations in floats leave open in some lanes.
struct Left {
  std::uint16_t j, first;
  std::uint64_t lanes;
};

/// The rows A ± (j + ½), in floats: unit by unit.  Appends the units that these leave open.
/// `between` is called after each tile.
template <class Sink, ColumnPattern pattern, bool streamed, class Between>
HWY_INLINE void two_rows_of_floats(const Angles& angles, const Rows& rows, std::size_t j,
                                   std::uint16_t* plus, std::uint16_t* minus, const Runs& runs,
                                   std::vector<Left>& left, const Between& between) {
  constexpr std::size_t width = kWidth<pattern>;
  const Packed<Sink> packed(angles, j);
  const int scale = angles.scale;  // stores could otherwise change it
  const std::size_t pairs = rows.pairs;
  for (std::size_t u = 0; u < pairs; u += unit<Sink>()) {
    const auto open = Floats<Sink>::open(unit_of_floats<Sink, pattern, streamed>(
        packed, u, plus + u * width, minus + u * width, runs, scale));
    if (HWY_UNLIKELY(!hn::AllFalse(D32(), open)))
      left.push_back(
          {static_cast<std::uint16_t>(j), static_cast<std::uint16_t>(u), lanes_of(D32(), open)});
    if (u % kTile<Sink> + unit<Sink>() == kTile<Sink>) between();
  }
}

/// Streams a unit's part of a row, made with its cosines behind its sines.
template <ColumnPattern pattern>
HWY_INLINE void move_unit(const std::uint16_t* made, std::uint16_t* to, const Runs& runs) {
  if constexpr (kRuns<pattern>) {
    const hn::Rebind<std::uint16_t, DF> d;
    const auto x = hn::Load(d, made);
    store_runs<pattern, true>(x, hn::Load(d, kSine<pattern> ? made + hn::Lanes(d) : made), d, to,
                              runs);
  } else {
    store<true>(hn::Load(D16(), made), D16(), to);
  }
}

/// Looks at a unit's open lanes in doubles; `again` has the rows that it is in.
template <class Sink, ColumnPattern pattern>
HWY_INLINE void look_at(const Left& unit, const Angles& angles, Again<Sink, pattern> again) {
  const Packed<Sink> packed(angles, unit.j);
  const std::size_t doubles = unit.first * kDoubles<Sink>;
  for (const bool minus : {false, true})
    again.lanes(packed.a + doubles, packed.b + doubles, unit.first, minus,
                {unit.lanes, unit.lanes});
}

/// Touches the pages of a row that is written soon, and that the row before, at a distance of
/// `from_last` bytes, has not touched.  With small pages, stores that bypass the caches would
/// otherwise wait for address translation.
template <class Sink, ColumnPattern pattern>
HWY_INLINE void announce(const Rows& rows, std::size_t row, std::ptrdiff_t from_last) {
  constexpr std::uintptr_t kPage = 4096;
  if (!rows.streamed || row >= rows.count || rows.list != nullptr) return;
  const std::size_t run = kWidth<pattern> * rows.pairs * sizeof(typename Sink::Element);
  const auto part = [&](std::size_t at) {
    const auto first = reinterpret_cast<std::uintptr_t>(rows.at) + row * rows.stride + at;
    const std::uintptr_t last = first + run - 1;
    const auto before = static_cast<std::uintptr_t>(from_last);
    const std::uintptr_t begin = from_last > 0 ? (last - before) / kPage + 1 : first / kPage;
    const std::uintptr_t end = from_last > 0 ? last / kPage + 1 : (first - before) / kPage;
    for (std::uintptr_t page = std::max(begin, first / kPage);
         page < std::min(end, last / kPage + 1); ++page)
      hwy::Prefetch(reinterpret_cast<const std::byte*>(std::max(page * kPage, first)));
  };
  if constexpr (!kRuns<pattern>) return part(0);
  for (const std::size_t at : rows.sines) part(at);
  for (const std::size_t at : rows.cosines) part(at);
}

/// Whether all runs begin at whole vectors, and have no padding.
template <class Sink>
bool without_padding(const Rows& rows) {
  return rows.pairs % unit<Sink>() == 0 && !rows.lacks_sine && !rows.lacks_cosine;
}

/// Where a row's pairs are, in numbers from its begin: nullopt if its runs are not as `Runs` has
/// them.
struct Placed {
  std::size_t skip = 0;
  Runs runs;
};
template <class Sink, ColumnPattern pattern>
std::optional<Placed> placed(const Rows& rows) {
  if (!kRuns<pattern>) return Placed{};
  const auto of = [](std::size_t bytes) {
    return static_cast<std::ptrdiff_t>(bytes / sizeof(typename Sink::Element));
  };
  const auto again = [&](const std::vector<std::size_t>& runs) {
    return runs.size() == 2 ? of(runs[1]) - of(runs[0]) : 0;
  };
  const auto& first = kSine<pattern> ? rows.sines : rows.cosines;
  const auto& second = kCosine<pattern> ? rows.cosines : rows.sines;
  if (first.size() > 2 || first.size() != second.size() || again(first) != again(second))
    return std::nullopt;
  return Placed{static_cast<std::size_t>(of(first[0])),
                {of(second[0]) - of(first[0]), again(first)}};
}

/// Whether a block's rows can be made in place: whole rows of whole vectors.
template <class Sink>
bool can_be_made_in_place(const Angles& angles, const Rows& rows) {
  const auto aligned = [](auto bytes) {
    return bytes % static_cast<decltype(bytes)>(HWY_MAX_BYTES) == 0;
  };
  return rows.streamed && rows.list == nullptr && rows.count == 2 * angles.half &&
         without_padding<Sink>(rows) && aligned(rows.stride) &&
         aligned(reinterpret_cast<std::uintptr_t>(rows.at)) &&
         std::all_of(rows.sines.begin(), rows.sines.end(), aligned) &&
         std::all_of(rows.cosines.begin(), rows.cosines.end(), aligned);
}

/// Makes rows in the first-level cache, two by two, and copies the two before, some lines at a
/// time: stores that bypass the caches take as long as what is computed meanwhile.  Rows that
/// follow each other in memory share cache lines, which are written whole when both rows are there.
template <class Sink, ColumnPattern pattern>
class Copied {
 public:
  Copied(const Angles& angles, const Rows& rows, std::vector<Open>& open)
      : angles_(angles), rows_(rows), open_(open), slots_(angles.tiles * kTile<Sink>) {
    constexpr std::size_t kSize = sizeof(Element);
    const std::size_t sines = (rows.pairs - (rows.lacks_sine ? 1 : 0)) * kSize;
    const std::size_t cosines = (rows.pairs - (rows.lacks_cosine ? 1 : 0)) * kSize;
    if constexpr (kRuns<pattern>) {
      for (const std::size_t at : rows.sines) parts_.push_back({at, 0, sines});
      for (const std::size_t at : rows.cosines)
        parts_.push_back({at, kSine<pattern> ? slots_ * kSize : 0, cosines});
      std::sort(parts_.begin(), parts_.end(),
                [](const Part& a, const Part& b) { return a.at < b.at; });
    } else {
      parts_ = {{0, 0, sines + cosines}};
    }
    for (const Part& part : parts_) streamed_ = streamed_ && part.bytes >= 2 * kLine;
    lines_.resize(2 * parts_.size());
  }

  void write() {
    for (std::size_t j = 0; j < angles_.half; ++j) {
      const std::size_t up = angles_.half + j;
      const std::size_t down = angles_.half - 1 - j;
      if (rows_.wants(up) || rows_.wants(down)) make(j);
      for (Lines& some : lines_) some.finish();
      copy(up), copy(down);
      if (!streamed_) continue;
      between(up - 1, up);
      if (j > 0) between(down, down + 1);
    }
    if (!streamed_) return;
    between(2 * angles_.half - 1, 2 * angles_.half);
    if (rows_.wants(0)) copy_head(piece(0, 0));
    for (Lines& some : lines_) some.finish();
  }

 private:
  using Element = typename Sink::Element;
  /// A part of a row that is made without gaps: its place in the row, and in a row that is made.
  struct Part {
    std::size_t at, from, bytes;
  };
  static constexpr std::size_t kRow = 2 * kMostTiles * kTile<Sink> + kLine / sizeof(Element);

  /// A row of the last two pairs that were made.
  Element* made(std::size_t row) {
    const bool minus = row < angles_.half;
    const std::size_t j = minus ? angles_.half - 1 - row : row - angles_.half;
    const std::size_t which = (number_ + (j == last_ ? 0 : 1)) % 2;
    return made_ + kLine / sizeof(Element) + (2 * which + (minus ? 1 : 0)) * kRow;
  }
  Piece piece(std::size_t row, std::size_t part) {
    const Part& of = parts_[part];
    return {rows_.to(row) + of.at, reinterpret_cast<const std::byte*>(made(row)) + of.from,
            of.bytes};
  }

  HWY_INLINE void make(std::size_t j) {
    last_ = j, ++number_;
    const auto stride = static_cast<std::ptrdiff_t>(rows_.stride);
    const std::size_t up = angles_.half + j;
    const std::size_t down = angles_.half - 1 - j;
    announce<Sink, pattern>(rows_, up, stride);
    announce<Sink, pattern>(rows_, down, -stride);
    const Runs runs{static_cast<std::ptrdiff_t>(slots_), 0};
    const auto between = [&]() HWY_ATTR {
      constexpr std::size_t kLines = kTile<Sink> * kWidth<pattern> * sizeof(Element) / kLine;
      for (Lines& some : lines_) some.write(kLines);
    };
    if constexpr (kNarrow<Sink>) {
      left_.clear();
      two_rows_of_floats<Sink, pattern, false>(angles_, rows_, j, made(up), made(down), runs, left_,
                                               between);
      for (const Left& unit : left_)
        look_at(unit, angles_,
                Again<Sink, pattern>{{made(up), made(down)},
                                     0,
                                     runs,
                                     j,
                                     angles_.half,
                                     rows_,
                                     open_,
                                     Sink(angles_.scale)});
    } else {
      two_rows<Sink, pattern, false>(angles_, rows_, j, made(up), made(down), runs, open_, between);
    }
  }

  /// Begins to copy a row, or copies it through the caches.
  HWY_INLINE void copy(std::size_t row) {
    if (!rows_.wants(row)) return;
    for (std::size_t k = 0; k < parts_.size(); ++k) {
      const Piece all = piece(row, k);
      if (!streamed_) {
        std::memcpy(all.to, all.from, all.bytes);
        continue;
      }
      lines_[2 * k + (row < angles_.half ? 1 : 0)] = Lines(all);
      if (k > 0) join(piece(row, k - 1), all);
    }
  }
  /// Copies the end of a row and the begin of the next one, of those that are wanted.
  HWY_INLINE void between(std::size_t row, std::size_t next) {
    const std::size_t end = parts_.size() - 1;
    if (rows_.wants(row) && rows_.wants(next)) {
      join(piece(row, end), piece(next, 0));
    } else if (rows_.wants(row)) {
      copy_tail(piece(row, end));
    } else if (rows_.wants(next)) {
      copy_head(piece(next, 0));
    }
  }
  static HWY_INLINE void join(const Piece& piece, const Piece& next) {
    if (piece.to + piece.bytes == next.to) return stream_between(piece, next);
    copy_tail(piece);
    copy_head(next);
  }

  const Angles& angles_;
  const Rows& rows_;
  std::vector<Open>& open_;
  const std::size_t slots_;
  std::vector<Part> parts_;
  bool streamed_ = rows_.streamed;
  std::size_t number_ = 0, last_ = 0;  ///< of pairs that were made, and the last one's j
  std::vector<Lines> lines_;           ///< of the last two rows
  std::vector<Left> left_;             ///< of the last two rows
  HWY_ALIGN_MAX Element made_[4 * kRow + 2 * kLine / sizeof(Element)];
};

/// Makes rows in place.
template <class Sink, ColumnPattern pattern>
void write_in_place(const Angles& angles, const Rows& rows, const Placed& place,
                    std::vector<Open>& open) {
  using Element = typename Sink::Element;
  constexpr std::size_t kAhead = 2;  // rows
  const auto stride = static_cast<std::ptrdiff_t>(rows.stride);
  const auto row = [&](std::size_t r) {
    return reinterpret_cast<Element*>(rows.at + r * rows.stride) + place.skip;
  };
  HWY_ALIGN_MAX Element aside[4 * kTile<Sink>];
  std::vector<Left> left;
  for (std::size_t j = 0; j < angles.half; ++j) {
    if (j + kAhead < angles.half) {
      announce<Sink, pattern>(rows, angles.half + j + kAhead, stride);
      announce<Sink, pattern>(rows, angles.half - 1 - j - kAhead, -stride);
    }
    Element* plus = row(angles.half + j);
    Element* minus = row(angles.half - 1 - j);
    if constexpr (kNarrow<Sink>) {
      two_rows_of_floats<Sink, pattern, true>(angles, rows, j, plus, minus, place.runs, left,
                                              [] {});
    } else {
      two_rows<Sink, pattern, true>(angles, rows, j, plus, minus, place.runs, open, [] {});
    }
  }
  if constexpr (kNarrow<Sink>) {
    // What was left is made again, corrected, and then written.
    const std::size_t n = unit<Sink>();
    for (const Left& some : left) {
      Element* made[2] = {aside, aside + 2 * n};
      const Runs runs{static_cast<std::ptrdiff_t>(n), 0};
      const Packed<Sink> packed(angles, some.j);
      (void)unit_of_floats<Sink, pattern, false>(packed, some.first, made[0], made[1], runs,
                                                 angles.scale);
      look_at(some, angles,
              Again<Sink, pattern>{{made[0], made[1]},
                                   some.first,
                                   runs,
                                   some.j,
                                   angles.half,
                                   rows,
                                   open,
                                   Sink(angles.scale)});
      for (const bool is_minus : {false, true}) {
        Element* to = row(is_minus ? angles.half - 1 - some.j : angles.half + some.j) +
                      kWidth<pattern> * some.first;
        move_unit<pattern>(made[is_minus], to, place.runs);
      }
    }
  }
}

template <class Sink, ColumnPattern pattern>
void block(const Angles& angles, const Rows& rows, std::vector<Open>& open) {
  const std::optional<Placed> place = placed<Sink, pattern>(rows);
  if (place && can_be_made_in_place<Sink>(angles, rows))
    return write_in_place<Sink, pattern>(angles, rows, *place, open);
  Copied<Sink, pattern>(angles, rows, open).write();
}

}  // namespace sextant::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
