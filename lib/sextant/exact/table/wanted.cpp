#include "sextant/exact/table/wanted.hpp"

#include <algorithm>

namespace sextant::exact {

Wanted::Wanted(const Positions& listed, std::uint64_t first, std::uint64_t count,
               const Positions& grid, std::uint64_t block, std::uint64_t group, std::byte* at,
               std::size_t stride)
    : block_(block), rows_(count) {
  std::vector<std::uint64_t> of_list(count);
  for (std::uint64_t k = 0; k < count; ++k)
    of_list[k] = static_cast<std::uint64_t>(listed[first + k] - grid.first) /
                 static_cast<std::uint64_t>(grid.step);
  const auto [least, most] = std::minmax_element(of_list.begin(), of_list.end());
  begin_ = *least - *least % group;
  end_ = *most + 1;

  // A counting sort: at first, each block's number of rows is one place behind its own.
  ends_.resize((end_ - begin_ + block - 1) / block + 1);
  for (const std::uint64_t row : of_list) ++ends_[(row - begin_) / block + 1];
  for (std::size_t b = 1; b < ends_.size(); ++b) ends_[b] += ends_[b - 1];
  for (std::uint64_t k = 0; k < count; ++k)
    rows_[ends_[(of_list[k] - begin_) / block]++] = {of_list[k], at + k * stride};

  // Of each row the first place stays.
  std::vector<const std::byte*> places(block);
  std::uint64_t kept = 0;
  for (std::uint64_t b = 0, k = 0; b + 1 < ends_.size(); ++b) {
    if (k < ends_[b]) std::fill(places.begin(), places.end(), nullptr);
    for (; k < ends_[b]; ++k) {
      const Row one = rows_[k];
      const std::byte*& place = places[(one.row - begin_) % block];
      if (place != nullptr) {
        repeated_.push_back({one.to, place});
      } else {
        place = one.to;
        rows_[kept++] = one;
      }
    }
    ends_[b] = kept;
  }
  rows_.resize(kept);
}

std::span<const Wanted::Row> Wanted::of_blocks(std::uint64_t row, std::uint64_t end) const {
  const std::uint64_t first = (row - begin_) / block_;
  const std::uint64_t last =
      std::min<std::uint64_t>((end - begin_ + block_ - 1) / block_, ends_.size() - 1);
  const auto before = [&](std::uint64_t b) { return b == 0 ? 0 : ends_[b - 1]; };
  return std::span(rows_).subspan(before(first), before(last) - before(first));
}

}  // namespace sextant::exact
