// Per-target: included once for every vector target.
#if defined(SEXTANT_EXACT_TABLE_STORE_ROW_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SEXTANT_EXACT_TABLE_STORE_ROW_INL_H
#undef SEXTANT_EXACT_TABLE_STORE_ROW_INL_H
#else
#define SEXTANT_EXACT_TABLE_STORE_ROW_INL_H
#endif

#include <algorithm>
#include <optional>

#include "sextant/exact/table/shape-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sextant::exact::HWY_NAMESPACE {

inline constexpr std::size_t kMostRuns = 4;  ///< that are joined, in any encoding

/// Copies a part of a row; whole cache lines bypass the caches if `streamed`.
HWY_INLINE void copy_out(const void* from, std::byte* to, std::size_t bytes, const Rows& rows) {
  constexpr std::size_t kLine = 64;
  const hn::ScalableTag<std::uint8_t> d;
  const auto* source = static_cast<const std::uint8_t*>(from);
  auto* target = reinterpret_cast<std::uint8_t*>(to);
  const std::size_t head = (kLine - reinterpret_cast<std::uintptr_t>(to) % kLine) % kLine;
  if (!rows.streamed || bytes < head + kLine) {
    std::memcpy(target, source, bytes);
    return;
  }
  const std::size_t end = bytes - (bytes - head) % kLine;
  if (head > 0) std::memcpy(target, source, head);
  for (std::size_t k = head; k < end; k += hn::Lanes(d))
    hn::Stream(hn::LoadU(d, source + k), d, target + k);
  if (end < bytes) std::memcpy(target + end, source + end, bytes - end);
}

/// Runs that fill a part of a row without gaps, but end within cache lines, are copied together.
/// The part extends from the first byte to the end of the last run.
struct Joint {
  std::size_t first = 0, bytes = 0;
};
template <class Sink>
std::optional<Joint> joint(const Rows& rows) {
  constexpr std::size_t kLine = 64;
  const std::size_t run = rows.pairs * sizeof(typename Sink::Element);
  const std::size_t runs = rows.sines.size() + rows.cosines.size();
  if (!rows.streamed || runs < 2 || runs > kMostRuns) return std::nullopt;
  std::size_t first = ~std::size_t{0}, last = 0;
  for (const auto* some : {&rows.sines, &rows.cosines}) {
    for (const std::size_t at : *some) first = std::min(first, at), last = std::max(last, at);
  }
  if (last - first != (runs - 1) * run || (run % kLine == 0 && first % kLine == 0))
    return std::nullopt;
  return Joint{first, runs * run};
}

/// Two rows made by tiles, and one row with its runs joined.
template <class Sink>
struct Scratch {
  using Element = typename Sink::Element;
  HWY_ALIGN_MAX Element made[2][2 * kMostTiles * kTile<Sink>];
  HWY_ALIGN_MAX Element joined[kMostRuns * kMostTiles * kTile<Sink>];
};

/// Writes a row from its tiles; cosines begin `apart` numbers after the sines.
template <class Sink, ColumnPattern pattern>
HWY_INLINE void store_row(Scratch<Sink>& scratch, std::size_t which, std::ptrdiff_t apart,
                          std::size_t row, const Rows& rows, const std::optional<Joint>& joined) {
  if (row >= rows.count) return;
  const auto* made = scratch.made[which];
  std::byte* to = rows.at + row * rows.stride;
  if constexpr (kRuns<pattern>) {
    const std::size_t run = rows.pairs * sizeof *made;
    const auto* cosines = kSine<pattern> ? made + apart : made;
    auto* whole = reinterpret_cast<std::byte*>(scratch.joined);
    for (const std::size_t at : rows.sines)
      joined ? void(std::memcpy(whole + (at - joined->first), made, run))
             : copy_out(made, to + at, run, rows);
    for (const std::size_t at : rows.cosines)
      joined ? void(std::memcpy(whole + (at - joined->first), cosines, run))
             : copy_out(cosines, to + at, run, rows);
    if (joined) copy_out(whole, to + joined->first, joined->bytes, rows);
  } else {
    copy_out(made, to, 2 * rows.pairs * sizeof *made, rows);
  }
}

}  // namespace sextant::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
