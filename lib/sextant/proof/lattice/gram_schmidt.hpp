#pragma once

#include <vector>

#include "sextant/encoding/real/rational.hpp"

namespace sextant::proof {

/// The Gram–Schmidt data of a basis that enumeration needs; the b*_i are orthogonal:
///
///   b_i = b*_i + Σ_{j<i} μ_ij·b*_j
struct GramSchmidt {
  std::vector<std::vector<double>> mu;  ///< error at most 2⁻⁵¹ relative plus 2⁻¹⁰⁰⁰
  std::vector<double> squares;          ///< |b*_i|² · 2⁻²ᵇ, rounded down
};

/// Computes in intervals of 1330 bits.  Throws Error if the vectors cannot be shown to be
/// independent.
GramSchmidt gram_schmidt(const std::vector<std::vector<Integer>>& vectors, int bits);

}  // namespace sextant::proof
