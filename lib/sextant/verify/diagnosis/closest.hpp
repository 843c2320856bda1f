#pragma once

#include <optional>
#include <vector>

#include "sextant/verify/diagnosis/finding.hpp"
#include "sextant/verify/diagnosis/suspect.hpp"

namespace sextant::verify {

/// Of the hypotheses that were tried on a table in vain, the one that agrees with most of its
/// entries.  It is no explanation.
class Closest {
 public:
  /// Both must outlive this.
  Closest(const Source& source, const Claim& claim);

  /// Compares a hypothesis with some rows, at the positions that it was tried at.
  void note(const Positions& positions, const Suspect& suspect);

  /// Its findings with the residual that it leaves; empty where it accounts for less than half of
  /// the table, or for hardly more than the claim.
  std::vector<Finding> findings() const;

 private:
  /// The fraction of the entries of some rows that a hypothesis leaves.
  double left(const Positions& positions, const Suspect& suspect) const;

  const Source& source_;
  const Claim& claim_;
  std::vector<std::uint64_t> rows_;
  std::vector<double> values_;
  double claimed_ = 1;  ///< left by the claim itself
  struct Best {
    Positions positions;
    Suspect suspect;
    double left = 1;
  };
  std::optional<Best> best_;
};

/// What a hypothesis leaves of some rows of a source, at most 2¹⁴, at the source's positions.
Residual residual(const Source& source, const Suspect& suspect);

}  // namespace sextant::verify
