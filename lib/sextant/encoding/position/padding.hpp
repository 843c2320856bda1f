#pragma once

#include <cstdint>
#include <vector>

namespace sextant {

/// The row of a position table for each token of a padded sequence.  Real tokens have rows `first`,
/// `first` + 1, …; padding tokens have row `padding`.
///
///   fairseq, RoBERTa, M2M100   first = padding_idx + 1, padding = padding_idx
///   OPT                        first = 2, padding = 1
struct PaddedRows {
  std::int64_t first = 2;
  std::int64_t padding = 1;

  /// One row for each token; `real` is false for padding.
  std::vector<std::int64_t> operator()(const std::vector<bool>& real) const;
};

}  // namespace sextant
