#pragma once

#include "sextant/measure/screen/split.hpp"
#include "sextant/verify/compare/allowance.hpp"
#include "sextant/verify/compare/contrast.hpp"
#include "sextant/verify/rows/pairwise.hpp"

namespace sextant::verify {

/// How much of what two tables are allowed together a difference uses.
struct Use {
  Disagreement at;
  double reference = 0, mine = 0;  ///< what each is allowed there

  double fraction() const;
};

/// Two tables against each other and the truth: a commutative monoid.
struct TwoSided {
  Contrast contrast;
  /// Of the entries that differ and are finite, those at which it is nearer to the truth.
  std::uint64_t reference_nearer = 0, mine_nearer = 0, ties = 0, undecided = 0;
  /// Of the same, where both tables are sound, those that a bound is derived for, and those where
  /// it proves nothing.
  std::uint64_t bounded = 0, unbounded = 0;
  std::optional<Use> most;  ///< the largest fraction; ties go to the first row, then channel

  void merge(const TwoSided& other);
};

/// What two tables that are both sound are allowed.
struct Allowances {
  const Allowance& reference;
  const Allowance& mine;
};

/// Every entry of two sources of the shape of `oracle`'s chart.             two_sided.md, (1) to
/// (8)
TwoSided two_sided(const Source& reference, const Source& mine, const exact::Oracle& oracle,
                   const Allowances* allowed, const Progress& progress = {});

/// The difference at a place, split at its true value.
measure::ErrorSplit split(const Disagreement& at, const exact::Oracle& oracle);

}  // namespace sextant::verify
