#pragma once

#include <optional>
#include <vector>

#include "sextant/verify/candidate/candidate.hpp"
#include "sextant/verify/diagnosis/finding.hpp"

namespace sextant::verify {

/// Keeps, among candidates that do not explain a table, the one that agrees with most entries.  It
/// is a hint, not an explanation.
class Closest {
 public:
  /// `source` and `claim` must outlive this object.
  Closest(const Source& source, const Claim& claim);

  /// Compares a candidate with at most 32 rows, at the positions at which it was tested.
  void note(const Positions& positions, const Candidate& candidate);

  /// Returns the findings of the closest candidate, each with its residual.  Empty if it agrees
  /// with less than half of the entries, or with hardly more than the claim.
  std::vector<Finding> findings() const;

 private:
  /// Returns the fraction of entries, over the compared rows, that do not agree with a candidate; 1
  /// if a position leaves the valid range.  Stops
  /// after more than the fraction `most`.
  double left(const Positions& positions, const Candidate& candidate, double most = 1) const;

  const Source& source_;
  const Claim& claim_;
  std::vector<std::uint64_t> rows_;
  std::vector<double> values_;
  double claimed_ = 1;  ///< the same fraction for the claim itself
  struct Best {
    Positions positions;
    Candidate candidate;
    double left = 1;
  };
  std::optional<Best> best_;
};

/// Returns the residual of a candidate over at most 2¹⁴ rows of a source, at the source's
/// positions.  A default Residual if a position leaves the valid range.
Residual residual(const Source& source, const Candidate& candidate);

}  // namespace sextant::verify
