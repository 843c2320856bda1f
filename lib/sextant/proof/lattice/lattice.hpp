#pragma once

#include <functional>
#include <vector>

#include "sextant/proof/statement/near.hpp"
#include "sextant/proof/statement/theorem.hpp"

namespace sextant::proof {

/// A vector of the lattice, as the offset k and the whole turns n that it stands for:
/// ((k·F_i − n_i·2ᵇ)_i, k·U), where F_i = 2ᵇ·ω_i/2π rounded.      uniqueness.md, (8)
using Combination = std::vector<Integer>;  ///< k, n_0, …, n_{m−1}

/// A basis of the lattice: as many combinations as pairs and one more.
struct Basis {
  int bits = 0;
  Integer unit;  ///< U
  std::vector<Combination> rows;
};

/// Vectors from offsets, in a basis that is nearly as short as can be; any basis is as sound.
class Lattice {
 public:
  /// For 1 ≤ k ≤ last and D(k) ≤ threshold.
  Lattice(const Offsets& offsets, const Integer& last, const Rational& threshold);

  const Basis& basis() const { return basis_; }

  /// Meets every k in 1 … last with D(k) ≤ threshold, and others, some of them twice, until `meet`
  /// answers false.                                            uniqueness.md, (9) to (14)
  void enumerate(const std::function<bool(const Integer&)>& meet,
                 const TheoremProgress& progress) const;

 private:
  std::vector<Integer> vector(const Combination& row) const;

  Integer last_;
  std::vector<Integer> steps_;  ///< F_i
  Basis basis_;
  Rational square_radius_;  ///< of the vectors looked for, in units of 2⁻ᵇ
};

}  // namespace sextant::proof
