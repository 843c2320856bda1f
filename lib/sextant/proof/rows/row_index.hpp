#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace sextant::proof {

/// Distinct rows, indexed by their digests; finds the earlier row that a row equals.
class RowIndex {
 public:
  /// `most` is the largest number of rows, below 2^31.
  explicit RowIndex(std::uint32_t most) {
    std::size_t size = 2;
    while (size < 2 * std::size_t{most}) size *= 2;
    rows_.assign(size, kNone);
    digests_.resize(size);
  }

  /// The stored row that has this digest and for which same(row) holds.  If there is none, stores
  /// this row and returns nullopt.
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
