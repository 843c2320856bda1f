#pragma once

#include <vector>

#include "sextant/verify/candidate/candidate.hpp"
#include "sextant/verify/observation/estimate.hpp"

namespace sextant::verify {

/// Whether what is computed in a format has bounds that tell at every position of a candidate's,
/// and so holds whatever a wider one makes there: by how far (13) is allowed to be off.
bool bounded(const Positions& rows, const Format& store, const Candidate& candidate,
             const Format& compute);

/// A look at some rows of a table in doubles: what could not be a candidate's is told from what
/// could be for a thousandth of what judging it costs.
class CandidateFilter {
 public:
  /// Rows of `source`, which must outlive this.
  explicit CandidateFilter(const Source& source);

  /// Whether most entries are as near to what the candidate's program means as its roundings could
  /// take them, or nearly all where it is asked to be `whole`.  It only spares tests. verdict.md,
  /// (13)
  bool admits(const Candidate& candidate, bool whole) const;

  /// The fraction of the entries that agree so, of those that a candidate says something of;
  /// nullopt if it says nothing of any.
  std::optional<double> agreement(const Candidate& candidate) const;

 private:
  /// What is counted of the entries that say something.
  struct Agreement {
    std::size_t most = 0;  ///< that may disagree
    std::size_t asked = 0, differ = 0;

    void add(double got, double want, double within);
    bool lost() const { return differ > most; }
    bool enough() const { return !lost() && 8 * differ <= asked; }
  };
  /// Stops where more than `most` disagree; nullopt if a position leaves the range.
  std::optional<Agreement> compare(const Candidate& candidate, std::size_t most) const;

  Source rows_;
  RowWindow window_;
};

}  // namespace sextant::verify
