#include "sextant/exact/table/wanted.hpp"

#include <algorithm>

namespace sextant::exact {

Wanted::Wanted(const Positions& listed, std::uint64_t first, std::uint64_t count,
               const Positions& grid, std::uint64_t block, std::byte* at, std::size_t stride)
    : block_(block), ends_((grid.count + block - 1) / block + 1), rows_(count) {
  const auto step = static_cast<std::uint64_t>(grid.step);
  const auto row_of = [&](std::uint64_t k) {
    return static_cast<std::uint64_t>(listed[first + k] - grid.first) / step;
  };
  // A counting sort: at first, each block's number of rows is one place behind its own.
  for (std::uint64_t k = 0; k < count; ++k) ++ends_[row_of(k) / block + 1];
  for (std::size_t b = 1; b < ends_.size(); ++b) ends_[b] += ends_[b - 1];
  for (std::uint64_t k = 0; k < count; ++k) {
    const std::uint64_t row = row_of(k);
    rows_[ends_[row / block]++] = {static_cast<std::uint32_t>(row % block), at + k * stride};
  }
  std::vector<const std::byte*> places(block);
  for (std::uint64_t row = 0; row < grid.count; row += block) {
    std::fill(places.begin(), places.end(), nullptr);
    for (const Row& one : of_blocks(row, row + block)) {
      if (places[one.row] != nullptr) {
        repeated_.push_back({one.to, places[one.row]});
      } else {
        places[one.row] = one.to;
      }
    }
  }
}

std::span<const Wanted::Row> Wanted::of_blocks(std::uint64_t row, std::uint64_t end) const {
  const std::uint64_t first = (row + block_ - 1) / block_;
  const std::uint64_t last = std::min<std::uint64_t>((end + block_ - 1) / block_, ends_.size() - 1);
  const auto before = [&](std::uint64_t b) { return b == 0 ? 0 : ends_[b - 1]; };
  return std::span(rows_).subspan(before(first), before(last) - before(first));
}

}  // namespace sextant::exact
