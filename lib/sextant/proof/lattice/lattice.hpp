#pragma once

#include <functional>
#include <vector>

#include "sextant/proof/statement/near.hpp"
#include "sextant/proof/statement/theorem.hpp"

namespace sextant::proof {

/// A vector of the lattice, given by the offset k and the whole turns n_i; F_i = 2ᵇ·ω_i/2π rounded:
///
///   ((k·F_i − n_i·2ᵇ)_i, k·U)
///                                                                               uniqueness.md, (8)
using Combination = std::vector<Integer>;  ///< k, n_0, …, n_{m−1}

/// A basis of the lattice: its size is the number of pairs plus one.
struct Basis {
  int bits = 0;
  Integer unit;  ///< U
  std::vector<Combination> rows;
};

/// The lattice of an encoding's offsets, with a reduced basis.  Every basis gives the same result;
/// a short one is faster.
class Lattice {
 public:
  /// For 1 ≤ k ≤ last and D(k) ≤ threshold.
  Lattice(const Offsets& offsets, const Integer& last, const Rational& threshold);

  const Basis& basis() const { return basis_; }

  /// Calls `meet` for every k in 1 … last with D(k) ≤ threshold, and for other k, some of them
  /// twice, until it returns false.                                      uniqueness.md, (9) to (14)
  void enumerate(const std::function<bool(const Integer&)>& meet,
                 const TheoremProgress& progress) const;

 private:
  std::vector<Integer> vector(const Combination& row) const;

  Integer last_;
  std::vector<Integer> steps_;  ///< F_i
  Basis basis_;
  Rational square_radius_;  ///< of the vectors searched, in units of 2⁻ᵇ
};

}  // namespace sextant::proof
