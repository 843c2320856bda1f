#pragma once

#include <vector>

#include "sextant/verify/candidate/candidate.hpp"
#include "sextant/verify/observation/estimate.hpp"

namespace sextant::verify {

/// Returns whether the tolerance of (13), computed in `compute`, is informative at every position
/// of the candidate, if `part` of its roundings count.  The largest angle decides.  False if a
/// shifted position leaves the valid range.
///                                                                                 verdict.md, (13)
bool bounded(const Positions& rows, const Format& store, const Candidate& candidate,
             const Format& compute, double part = 1);

/// A quick prefilter: compares some rows of a table with candidates in doubles.  It costs about a
/// thousandth of a full test.
class CandidateFilter {
 public:
  /// Keeps a sample of `source`.  The object does not refer to `source` afterwards.
  explicit CandidateFilter(const Source& source);

  /// Returns whether the candidate is worth a full test.  Entries agree if they are within the
  /// tolerance of (13).  If `whole` is true, all informative entries must agree; otherwise at least
  /// seven in eight.  Also true if no entry is informative, and for recurrences that are tested bit
  /// for bit.  A true result proves nothing.
  ///                                                                               verdict.md, (13)
  bool admits(const Candidate& candidate, bool whole) const;

  /// Returns the fraction of informative entries that agree, or that agree when all are negated,
  /// whichever is larger; nullopt if no entry is informative, or if a position leaves the valid
  /// range.
  std::optional<double> agreement(const Candidate& candidate) const;

 private:
  /// Counts of informative entries, whose tolerance (13) excludes something.
  struct Agreement {
    std::size_t most = 0;  ///< number of entries that may disagree
    std::size_t asked = 0, differ = 0, differ_negated = 0;

    void add(double got, double want, double within);
    bool lost() const { return differ > most; }
    bool enough() const { return !lost() && 8 * differ <= asked; }
  };
  /// Stops after more than `most` entries disagree. nullopt if a position leaves the valid range.
  std::optional<Agreement> compare(const Candidate& candidate, std::size_t most) const;
  /// The same for biases.  Entries are informative only if each distance has another value.
  Agreement compare_biases(const Candidate& candidate, const Positions& places,
                           std::size_t most) const;

  Source rows_;
  RowWindow window_;
};

}  // namespace sextant::verify
