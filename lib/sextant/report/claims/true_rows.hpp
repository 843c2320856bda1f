#pragma once

#include <vector>

#include "sextant/encoding/encoding.hpp"
#include "sextant/report/claims/claim_evidence.hpp"

namespace sextant {

/// True rows of an encoding, as enclosures, and the quantities that claims need.
class TrueRows {
 public:
  explicit TrueRows(const Encoding& encoding);

  const Chart& chart() const { return chart_; }
  int pairs() const { return chart_.waves.pairs(); }
  const ClaimInterval& frequency(int pair) const {
    return frequencies_[static_cast<std::size_t>(pair)];
  }

  ClaimInterval entry(Position position, std::size_t channel) const;
  std::vector<ClaimInterval> row(Position position) const;
  /// sin kω and cos kω of a pair.
  ClaimInterval sine(Position k, int pair) const;
  ClaimInterval cosine(Position k, int pair) const;
  /// Σ cos(kω_i): the dot product of rows at offset k.
  ClaimInterval kernel(Position k) const;
  /// D(k) = 4 Σ sin²(kω_i/2): the squared distance of rows at offset k.
  ClaimInterval squared_distance(Position k) const;

 private:
  Chart chart_;
  std::vector<ClaimInterval> frequencies_;
};

/// Σ x_j·y_j.
ClaimInterval dot(const std::vector<ClaimInterval>& x, const std::vector<ClaimInterval>& y);

}  // namespace sextant
