#pragma once

#include <vector>

#include "sextant/encoding/real/rational.hpp"

namespace sextant::proof {

/// What enumeration needs of a basis: b_i = b*_i + Σ_{j<i} μ_ij·b*_j, orthogonal.
struct GramSchmidt {
  std::vector<std::vector<double>> mu;  ///< off by 2⁻⁵¹ of themselves, and 2⁻¹⁰⁰⁰, at most
  std::vector<double> squares;          ///< |b*_i|² · 2⁻²ᵇ, from below
};

/// In intervals of 1330 bits.  Throws Error for vectors that are not certainly independent.
GramSchmidt gram_schmidt(const std::vector<std::vector<Integer>>& vectors, int bits);

}  // namespace sextant::proof
