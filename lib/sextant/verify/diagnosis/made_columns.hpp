#pragma once

#include <memory>
#include <vector>

#include "sextant/verify/diagnosis/made_rows.hpp"

namespace sextant::verify {

/// Columns as sound recipes make them, each by any factor that the hypothesis on libraries allows
/// its channel: a look at some rows.  Source and claim outlive it.             verdict.md, (30)
class MadeColumns {
 public:
  MadeColumns(const Claim& claim, const Source& source);

  /// Whether nearly all entries of a column are what some recipe makes of a channel.
  bool fits(std::size_t column, std::size_t channel);

 private:
  using Column = std::vector<double>;

  const std::vector<Column>& made(std::size_t channel);
  void add_made(const recipe::Recipe& maker, std::size_t channel);

  const Claim& claim_;
  const Source& source_;
  std::vector<std::unique_ptr<recipe::Recipe>> makers_;  ///< once they are asked
  std::vector<std::vector<Column>> made_;  ///< of a channel, by all makers and factors
  std::vector<double> values_;
  std::uint64_t rows_ = 0;
  double within_ = 0;
};

}  // namespace sextant::verify
