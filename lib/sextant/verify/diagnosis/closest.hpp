#pragma once

#include <optional>
#include <vector>

#include "sextant/verify/candidate/candidate.hpp"
#include "sextant/verify/diagnosis/finding.hpp"

namespace sextant::verify {

/// Of the candidates that were tried on a table in vain, the one that agrees with most of its
/// entries.  It is no explanation.
class Closest {
 public:
  /// Both must outlive this.
  Closest(const Source& source, const Claim& claim);

  /// Compares a candidate with some rows, at the positions that it was tried at.
  void note(const Positions& positions, const Candidate& candidate);

  /// Its findings with the residual that it leaves; empty where it accounts for less than half of
  /// the table, or for hardly more than the claim.
  std::vector<Finding> findings() const;

 private:
  /// The fraction of the entries of some rows that a candidate leaves.
  double left(const Positions& positions, const Candidate& candidate) const;

  const Source& source_;
  const Claim& claim_;
  std::vector<std::uint64_t> rows_;
  std::vector<double> values_;
  double claimed_ = 1;  ///< left by the claim itself
  struct Best {
    Positions positions;
    Candidate candidate;
    double left = 1;
  };
  std::optional<Best> best_;
};

/// What a candidate leaves of some rows of a source, at most 2¹⁴, at the source's positions.
Residual residual(const Source& source, const Candidate& candidate);

}  // namespace sextant::verify
