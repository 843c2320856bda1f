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
  /// The rows [first, first + count) of listed positions, count > 0.  The first one goes to `at`,
  /// the others `stride` bytes behind each other.  The grid contains them.  Its rows are in blocks
  /// of `block` rows, and these in groups of `group` rows.
  Wanted(const Positions& listed, std::uint64_t first, std::uint64_t count, const Positions& grid,
         std::uint64_t block, std::uint64_t group, std::byte* at, std::size_t stride);

  /// The rows of the grid from the first to the last one asked for; begin() is the first of a
  /// group.
  std::uint64_t begin() const { return begin_; }
  std::uint64_t end() const { return end_; }

  struct Row {
    std::uint64_t row = 0;  ///< of the grid
    std::byte* to = nullptr;
  };
  /// The different rows of the blocks that begin in [row, end), in any order within a block.
  std::span<const Row> of_blocks(std::uint64_t row, std::uint64_t end) const;

  /// Places of rows that are listed again, with the place of the same row in `of_blocks`.
  struct Repeated {
    std::byte* to = nullptr;
    const std::byte* from = nullptr;
  };
  const std::vector<Repeated>& repeated() const { return repeated_; }

 private:
  std::uint64_t block_, begin_ = 0, end_ = 0;
  std::vector<std::uint64_t> ends_;  ///< of the rows of each block
  std::vector<Row> rows_;
  std::vector<Repeated> repeated_;
};

}  // namespace sextant::exact
