#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sextant/encoding/position/position.hpp"

namespace sextant::exact {

/// Which rows of a grid of positions a list asks for, and where they go.
class Wanted {
 public:
  /// The rows [first, first + count) of listed positions.  The first one goes to `at`, the others
  /// `stride` bytes behind each other.  The grid contains them; it has blocks of `block` rows.
  Wanted(const Positions& listed, std::uint64_t first, std::uint64_t count, const Positions& grid,
         std::uint64_t block, std::byte* at, std::size_t stride);

  struct Row {
    std::uint32_t row = 0;  ///< of its block
    std::byte* to = nullptr;
  };
  /// The rows of the blocks that begin in [row, end) of the grid, block after block.  A row that is
  /// listed again is in it again.
  std::span<const Row> of_blocks(std::uint64_t row, std::uint64_t end) const;

  /// Places of rows that are listed again, with the first place of the same row.
  struct Repeated {
    std::byte* to = nullptr;
    const std::byte* from = nullptr;
  };
  const std::vector<Repeated>& repeated() const { return repeated_; }

 private:
  std::uint64_t block_;
  std::vector<std::uint64_t> ends_;  ///< of the rows of each block
  std::vector<Row> rows_;
  std::vector<Repeated> repeated_;
};

}  // namespace sextant::exact
