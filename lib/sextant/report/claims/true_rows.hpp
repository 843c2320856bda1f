#pragma once

#include <vector>

#include "sextant/encoding/wave/encoding.hpp"
#include "sextant/report/claims/claim_evidence.hpp"

namespace sextant {

/// Rows of an encoding, and what claims ask of them, from the definition, as enclosures.
class TrueRows {
 public:
  explicit TrueRows(const Encoding& encoding);

  const Chart& chart() const { return chart_; }
  int pairs() const { return chart_.waves.pairs(); }
  const Wide& frequency(int pair) const { return frequencies_[static_cast<std::size_t>(pair)]; }

  Wide entry(Position position, std::size_t channel) const;
  std::vector<Wide> row(Position position) const;
  /// sin kω and cos kω of a pair.
  Wide sine(Position k, int pair) const;
  Wide cosine(Position k, int pair) const;
  /// Σ cos(kω_i): the dot product of rows k apart.
  Wide kernel(Position k) const;
  /// D(k) = 4 Σ sin²(kω_i/2): the squared distance of rows k apart.
  Wide squared_distance(Position k) const;

 private:
  Chart chart_;
  std::vector<Wide> frequencies_;
};

/// Σ x_j·y_j.
Wide dot(const std::vector<Wide>& x, const std::vector<Wide>& y);

}  // namespace sextant
