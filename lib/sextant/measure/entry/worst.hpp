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

/// The largest value seen and where: a commutative monoid, so that the order of merging, hence the
/// number of threads, does not show.  Ties go to the smallest position, then channel, then row.
struct Worst {
  double value = -1;  ///< below zero: nothing seen
  Witness witness;

  bool empty() const { return value < 0; }
  void see(double candidate, const Witness& where) {
    if (candidate > value || (candidate == value && before(where, witness))) {
      value = candidate;
      witness = where;
    }
  }
  void merge(const Worst& other) {
    if (!other.empty()) see(other.value, other.witness);
  }

 private:
  static bool before(const Witness& a, const Witness& b) {
    if (a.position != b.position) return a.position < b.position;
    return a.channel != b.channel ? a.channel < b.channel : a.row < b.row;
  }
};

/// What a sweep over a table's entries amounts to; also a commutative monoid.
struct Tally {
  std::uint64_t entries = 0, misrounded = 0, unfaithful = 0, undecided = 0, non_finite = 0;
  std::uint64_t negative_zeros = 0;  ///< −0 where +0 is the correctly rounded value: right, but odd
  std::uint64_t overflowed = 0;      ///< of the not finite: infinities that the truth rounds to
  Worst absolute, ulps, steps, phase;
  Worst positions;                          ///< by positions off, which the slowest pairs decide
  std::optional<Witness> first_non_finite;  ///< where the truth rounds to something else
  Histogram histogram;                      ///< counts where it has channels

  /// Counts a finite entry.
  void see(const Witness& witness);
  /// Counts one that is not finite, whose `want` is the truth rounded, if that is `decided`.
  void see_not_finite(const Witness& witness, bool decided);

  void merge(const Tally& other);
};

}  // namespace sextant::measure
