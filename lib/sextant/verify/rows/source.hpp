#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "sextant/encoding/position/position.hpp"
#include "sextant/number/format.hpp"
#include "sextant/tensor/table.hpp"

namespace sextant::verify {

/// Rows of numbers to be judged, with the positions they claim to be: a whole file, or some rows of
/// it held in memory.
struct Source {
  std::uint64_t rows = 0;
  std::size_t columns = 0;
  Format format;
  Positions positions;
  /// Fills `values` with `count` rows from `first` on.  For any number of threads.
  std::function<void(std::uint64_t first, std::uint64_t count, std::span<double> values)> read;
  /// The same as patterns of the format, in this machine's order of bytes; nothing where there are
  /// none to be had.
  std::function<void(std::uint64_t first, std::uint64_t count, std::span<std::byte> elements)>
      read_elements = nullptr;

  /// Rows of about 2¹⁶ numbers: what a thread takes at a time.
  std::uint64_t block() const;
};

/// All rows of a table.
Source whole(const Table& table, const Positions& positions);

/// The same source.  If its rows fit in memory, they are read once and kept there.
Source held(const Source& source);

/// The same rows at the given positions; nullopt if there are no positions.
std::optional<Source> at(Source source, std::optional<Positions> positions);

/// How many first rows are enough for a quick answer.
inline constexpr std::uint64_t kFirstRows = 4;

/// The same source, its first rows alone.
Source beginning(Source source, std::uint64_t rows = kFirstRows);

/// At most `wanted` rows of a source, in memory: its first ones, its last, and others evenly
/// between.
Source sample(const Source& source, std::uint64_t wanted);

}  // namespace sextant::verify
