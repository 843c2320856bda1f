#pragma once

#include <span>
#include <vector>

#include "sextant/measure/entry/rows.hpp"
#include "sextant/verify/accept/acceptance_criterion.hpp"
#include "sextant/verify/accept/same_arithmetic_check.hpp"

namespace sextant::verify {

/// Checks single entries against one recipe and adds the results to counts.  The source, the oracle
/// and the recipe must outlive the object. verdict.md, (1) and (2)
class EntryBoundsCheck {
 public:
  EntryBoundsCheck(const Source& source, const exact::Oracle& oracle, const recipe::Recipe& recipe,
                   const Format& compute, const Extent& extent = {});

  /// Checks an entry by its bound or, if the bound is vacuous, by same arithmetic.
  void full(std::uint64_t row, std::size_t channel, double got, Counts& counts) const {
    full(violation(row, channel, got), counts);
  }
  /// The same for an entry with known error and bounds.
  void full(const Violation& place, Counts& counts) const;
  /// The same for an entry with known error, whose bounds are not set.
  void with_error(Violation place, Counts& counts) const {
    set_bounds(place);
    full(place, counts);
  }

  /// Checks every entry of a row.
  void row(std::uint64_t row, std::span<const double> got, Counts& counts) const;

  /// Checks an entry by same arithmetic.  The margins do not include its error.
  void check_same_arithmetic(std::uint64_t row, std::size_t channel, double got,
                             Counts& counts) const;

  /// The error of an entry, accepted or not: as a fraction of its size and, if it is checked by
  /// same arithmetic, in positions.
  Margin errors(const Violation& place) const;

  /// The entry with its error and its bound, whether it is a violation or not.
  Violation violation(std::uint64_t row, std::size_t channel, double got) const;

 private:
  AcceptanceCriterion criterion(const Violation& place) const;
  void set_bounds(Violation& place) const;
  /// The size of an entry's channel at its position.
  double size(const Violation& place) const;
  /// 1/size; 0 if the size is 0.
  double part(const Violation& place) const;

  const Source& source_;
  const exact::Oracle& oracle_;
  const recipe::Recipe& recipe_;
  Format compute_;
  measure::RowErrorMeter rows_;
  SameArithmeticCheck same_arithmetic_;
  std::vector<Measure> measures_;
  bool same_arithmetic_only_;  ///< every wave is checked by same arithmetic
};

}  // namespace sextant::verify
