#pragma once

#include <optional>

#include "sextant/verify/accept/bounds_check.hpp"
#include "sextant/verify/accept/other_library.hpp"
#include "sextant/verify/candidate/candidate.hpp"
#include "sextant/verify/candidate/candidate_filter.hpp"

namespace sextant::verify {

/// The best that any recipe does at making a table again, bit for bit; of a long one, at its
/// sample.
double best_match(const Source& source, const Chart& program,
                  const recipe::ComputeFormats& formats);

/// The same, of a table whose alteration is undone.
Candidate unaltered(Candidate candidate);

/// Candidates tried on a table: a look, a sample, and then all of it.
class CandidateTest {
 public:
  explicit CandidateTest(Source source);

  const Source& source() const { return source_; }
  const CandidateFilter& filter() const { return filter_; }

  /// Whether a candidate's prediction covers the table.                       verdict.md, (3)
  bool explains(const Candidate& candidate, Strictness strictness = Strictness::strictly) const;
  /// The part of the table that it makes again, bit for bit: by the recipe that it is about, or by
  /// whichever does best.
  double match(const Candidate& candidate) const;
  /// What is left where the prediction covers the table but for a few entries; nothing where it
  /// does not.
  std::optional<BoundsResult> damage(const Candidate& candidate,
                                     Strictness strictness = Strictness::strictly) const;

 private:
  Source source_, few_;
  CandidateFilter filter_;
};

}  // namespace sextant::verify
