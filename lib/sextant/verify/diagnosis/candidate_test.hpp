#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "sextant/verify/accept/bounds_check.hpp"
#include "sextant/verify/accept/other_library.hpp"
#include "sextant/verify/candidate/candidate.hpp"
#include "sextant/verify/candidate/candidate_filter.hpp"

namespace sextant::verify {

/// Returns the highest fraction of entries that a recipe of the catalogue matches bit for bit.
/// Recurrences are left out.  Long tables are sampled.
double best_match(const Source& source, const Chart& program,
                  const recipe::ComputeFormats& formats);

/// Returns the candidate without its alteration, for tables whose alteration is undone.
Candidate unaltered(Candidate candidate);

/// Tests candidates on a table: first the prefilter, then a sample of rows, then all rows.
class CandidateTest {
 public:
  explicit CandidateTest(Source source);

  const Source& source() const { return source_; }
  const CandidateFilter& filter() const { return filter_; }

  /// Returns whether the candidate explains the table.
  ///                                                                                verdict.md, (3)
  bool explains(const Candidate& candidate, Strictness strictness = Strictness::strictly) const;
  /// Returns the fraction of entries that the candidate's recipe matches bit for bit; if it names
  /// none, the best fraction of all recipes.  0 for quantised tables.
  double match(const Candidate& candidate) const;
  /// Returns the violations if the candidate explains the table except a few entries, `allowed` at
  /// most; nullopt if it explains all entries or if more violate its bounds.
  std::optional<BoundsResult> damage(
      const Candidate& candidate, Strictness strictness = Strictness::strictly,
      std::uint64_t allowed = std::numeric_limits<std::uint64_t>::max()) const;

 private:
  /// The same as explains(), which is false if this throws exact::Undecided.
  bool predicts(const Candidate& candidate, Strictness strictness) const;

  Source source_, few_;
  CandidateFilter filter_;
};

}  // namespace sextant::verify
