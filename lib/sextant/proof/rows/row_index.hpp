#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace sextant::proof {

/// Rows by their digests, each row once: says of a row which earlier one it equals.
class RowIndex {
 public:
  /// For at most so many rows, below 2^31.
  explicit RowIndex(std::uint32_t most) {
    std::size_t size = 2;
    while (size < 2 * std::size_t{most}) size *= 2;
    rows_.assign(size, kNone);
    digests_.resize(size);
  }

  /// The row kept that has this digest and of which same(row) holds; where there is none, keeps
  /// this row.
  template <class Same>
  std::optional<std::uint32_t> equal_or_keep(std::uint64_t digest, std::uint32_t row,
                                             const Same& same) {
    const std::size_t mask = rows_.size() - 1;
    std::size_t at = (digest ^ digest >> 32) & mask;
    for (; rows_[at] != kNone; at = (at + 1) & mask) {
      if (digests_[at] == digest && same(rows_[at])) return rows_[at];
    }
    rows_[at] = row;
    digests_[at] = digest;
    return std::nullopt;
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  std::vector<std::uint32_t> rows_;
  std::vector<std::uint64_t> digests_;
};

}  // namespace sextant::proof
