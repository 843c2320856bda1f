// Per-target: included once for every vector target.
#if defined(SEXTANT_EXACT_TABLE_COPY_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SEXTANT_EXACT_TABLE_COPY_INL_H
#undef SEXTANT_EXACT_TABLE_COPY_INL_H
#else
#define SEXTANT_EXACT_TABLE_COPY_INL_H
#endif

#include <algorithm>
#include <cstring>

#include "sextant/exact/table/rotate-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sextant::exact::HWY_NAMESPACE {

inline constexpr std::size_t kLine = 64;  ///< bytes of a cache line

/// Bytes in the caches, and where they go.  64 bytes before and behind them can be read, too.
struct Piece {
  std::byte* to = nullptr;
  const std::byte* from = nullptr;
  std::size_t bytes = 0;

  /// Bytes before the first whole line, and behind the last one.
  std::size_t head() const { return -reinterpret_cast<std::uintptr_t>(to) % kLine; }
  std::size_t tail() const { return reinterpret_cast<std::uintptr_t>(to + bytes) % kLine; }
};

/// The whole lines of a piece, which are written some at a time, bypassing the caches.
struct Lines {
  const std::uint8_t* from = nullptr;
  std::uint8_t* to = nullptr;
  std::size_t left = 0;

  Lines() = default;
  /// The piece must have at least one line.
  explicit Lines(const Piece& piece)
      : from(reinterpret_cast<const std::uint8_t*>(piece.from) + piece.head()),
        to(reinterpret_cast<std::uint8_t*>(piece.to) + piece.head()),
        left((piece.bytes - piece.head()) / kLine) {}

  HWY_INLINE void write(std::size_t count) {
    const hn::CappedTag<std::uint8_t, kLine> d;
    count = std::min(count, left);
    left -= count;
    const std::size_t bytes = count * kLine;
    const std::uint8_t* const source = from;  // stores could otherwise change it
    std::uint8_t* const target = to;
    for (std::size_t k = 0; k < bytes; k += hn::Lanes(d))
      hn::Stream(hn::LoadU(d, source + k), d, target + k);
    from += bytes, to += bytes;
  }
  void finish() { write(left); }
};

/// Writes the line that a piece ends in and the next one begins in.
HWY_INLINE void stream_between(const Piece& piece, const Piece& next) {
  const hn::CappedTag<std::uint8_t, kLine> d;
  const std::size_t tail = piece.tail();
  if (tail == 0) return;
  const auto* end = reinterpret_cast<const std::uint8_t*>(piece.from + piece.bytes - tail);
  const auto* begin = reinterpret_cast<const std::uint8_t*>(next.from) - tail;
  auto* to = reinterpret_cast<std::uint8_t*>(next.to - tail);
  for (std::size_t k = 0; k < kLine; k += hn::Lanes(d)) {
    const auto of_piece = hn::FirstN(d, tail > k ? tail - k : 0);
    hn::Stream(hn::IfThenElse(of_piece, hn::LoadU(d, end + k), hn::LoadU(d, begin + k)), d, to + k);
  }
}

/// Copy the bytes before a piece's first whole line, or behind its last one, through the caches.
HWY_INLINE void copy_head(const Piece& piece) {
  if (piece.head() > 0) std::memcpy(piece.to, piece.from, piece.head());
}
HWY_INLINE void copy_tail(const Piece& piece) {
  const std::size_t at = piece.bytes - piece.tail();
  if (piece.tail() > 0) std::memcpy(piece.to + at, piece.from + at, piece.tail());
}

}  // namespace sextant::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
