#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "sextant/exact/table/table.hpp"
#include "sextant/number/pattern.hpp"

namespace sextant::exact {

/// Tables for properties: drawing, writing and reading them.

inline std::vector<std::byte> written(const ExactTable& table, bool streamed = true) {
  std::vector<std::byte> bytes(table.positions().count * table.row_bytes());
  table.write(0, table.positions().count, {bytes.data(), table.row_bytes(), streamed});
  return bytes;
}

/// The same, each entry what its ball rounds to.
inline std::vector<std::byte> by_entry(const Chart& chart, const Format& format,
                                       const Positions& positions) {
  const Oracle oracle(in_parts(chart, positions.parts));
  const std::vector<Channel>& channels = oracle.chart().channels;
  const auto size = static_cast<std::size_t>(format.storage_bits) / 8;
  std::vector<std::byte> bytes(positions.count * channels.size() * size);
  std::byte* at = bytes.data();
  for (std::uint64_t row = 0; row < positions.count; ++row) {
    for (const Channel& channel : channels) {
      const Position p = positions[row];
      const auto nearest = oracle.nearest(format, p, channel, oracle.ball(p, channel));
      const std::uint64_t bits = bits_of(format, nearest.value);
      std::memcpy(at, &bits, size);
      at += size;
    }
  }
  return bytes;
}

inline std::uint64_t bits_at(const ExactTable& table, const Format& format,
                             const std::vector<std::byte>& bytes, std::uint64_t row,
                             std::size_t channel) {
  const auto size = static_cast<std::size_t>(format.storage_bits) / 8;
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes.data() + row * table.row_bytes() + channel * size, size);
  return bits;
}

/// Rows from a position on, with steps that stay in range.
inline Positions some_rows(Position from, std::uint64_t rows, std::int64_t step) {
  const auto span = static_cast<Position>(rows) * step;
  const Position first = std::clamp(from, -kLargestPosition - std::min<Position>(span, 0),
                                    kLargestPosition - std::max<Position>(span, 0));
  return {first, rows, step};
}

inline draw::Gen<Positions> rows(std::uint64_t most) {
  return draw::exec([most] {
    const auto count = *draw::full(draw::in_range<std::uint64_t>(1, most));
    const auto by =
        static_cast<std::int64_t>(*draw::mostly<std::uint64_t>(1, draw::log_uniform(40)));
    const std::int64_t step = *draw::element(1, -1) * std::max<std::int64_t>(by, 1);
    return some_rows((*draw::positions()).position, count, step);
  });
}

}  // namespace sextant::exact
