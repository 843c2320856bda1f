#pragma once

#include <cstdint>
#include <vector>

namespace sextant {

/// The rows that the tokens of a padded sequence have in a table of positions: real tokens are
/// counted, from `first` on, and padding has the row `padding`.
///
///   fairseq, RoBERTa, M2M100   first = padding_idx + 1, padding = padding_idx
///   OPT                        first = 2, padding = 1
struct PaddedRows {
  std::int64_t first = 2;
  std::int64_t padding = 1;

  /// One a token; `real` says which are no padding.
  std::vector<std::int64_t> operator()(const std::vector<bool>& real) const;
};

}  // namespace sextant
