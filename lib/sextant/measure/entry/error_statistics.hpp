#pragma once

#include <cstdint>
#include <optional>

#include "sextant/measure/entry/error.hpp"
#include "sextant/measure/entry/histogram.hpp"

namespace sextant::measure {

/// A place of a table with what was found there.
struct Witness {
  std::uint64_t row = 0;
  Position position = 0;
  std::size_t channel = 0;
  double got = 0;
  EntryError error;
  std::optional<PhaseError> phase;
};

/// The largest value and its place.  It is a commutative monoid: the result depends neither on the
/// order of merging nor on the number of threads.  Among equal values the smallest position wins,
/// then channel, then row.
struct MaxError {
  double value = -1;  ///< negative: no value yet
  Witness witness;

  bool empty() const { return value < 0; }
  void see(double candidate, const Witness& where) {
    if (candidate > value || (candidate == value && before(where, witness))) {
      value = candidate;
      witness = where;
    }
  }
  void merge(const MaxError& other) {
    if (!other.empty()) see(other.value, other.witness);
  }

 private:
  static bool before(const Witness& a, const Witness& b) {
    if (a.position != b.position) return a.position < b.position;
    return a.channel != b.channel ? a.channel < b.channel : a.row < b.row;
  }
};

/// The error statistics of a table's entries; also a commutative monoid.
struct ErrorStatistics {
  std::uint64_t entries = 0, misrounded = 0, unfaithful = 0, undecided = 0, non_finite = 0;
  std::uint64_t wrong_zeros = 0;  ///< −0 where +0 is correctly rounded, or +0 for −0; no errors
  std::uint64_t overflowed = 0;   ///< infinities that are the rounded truth; in non_finite too
  MaxError absolute, ulps, steps, phase;
  MaxError positions;                       ///< phase in positions; mostly from the slowest pairs
  std::optional<Witness> first_non_finite;  ///< the first that is not the rounded truth
  Histogram histogram;                      ///< counts only if it has channels

  /// Counts a finite entry.  Its phase counts only if `of_phase`.
  void see(const Witness& witness, bool of_phase = true);
  /// Counts an entry that is not finite.  Its `want` is the rounded truth, if `decided`.
  void see_not_finite(const Witness& witness, bool decided);

  void merge(const ErrorStatistics& other);
};

}  // namespace sextant::measure
