#pragma once

#include <span>
#include <vector>

#include "sextant/measure/entry/rows.hpp"
#include "sextant/verify/accept/granting.hpp"
#include "sextant/verify/accept/reproduction.hpp"

namespace sextant::verify {

/// Judges entries one by one as one recipe's, whichever they are: what they amount to is in counts
/// that merge.  Source, oracle and recipe outlive it.                  verdict.md, (1) and (2)
class EntryCover {
 public:
  EntryCover(const Source& source, const exact::Oracle& oracle, const recipe::Recipe& recipe,
             const Format& compute, const Extent& extent = {});

  void full(std::uint64_t row, std::size_t channel, double got, Counts& counts) const {
    full(outside(row, channel, got), counts);
  }
  /// The same of an entry whose error and bound are at hand.
  void full(const Outside& place, Counts& counts) const;

  void row(std::uint64_t row, std::span<const double> got, Counts& counts) const;

  /// An entry that reproduction grants, and whose error is no figure.
  void reproduce(std::uint64_t row, std::size_t channel, double got, Counts& counts) const;

  /// What an entry's error is as a part and in positions, whether it is granted or not.
  Slack errors(const Outside& place) const;

  Outside outside(std::uint64_t row, std::size_t channel, double got) const;

 private:
  By by(const Outside& place) const;
  double bound(std::uint64_t row, std::size_t channel, double got) const;
  double part(std::size_t channel) const;

  const Source& source_;
  const exact::Oracle& oracle_;
  const recipe::Recipe& recipe_;
  measure::RowGauge rows_;
  Reproduction reproduction_;
  std::vector<Measure> measures_;
  bool reproduced_;  ///< every wave is judged by reproduction
  bool as_stored_;   ///< bounds are those of what stands in the table
};

}  // namespace sextant::verify
