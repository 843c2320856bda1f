#pragma once

#include <vector>

#include "sextant/encoding/real/rational.hpp"

namespace sextant::proof {

/// Shorter vectors of the same lattice: LLL, and above 17 dimensions BKZ with blocks of 20 (fplll).
/// Proofs do not depend on how short they are.
std::vector<std::vector<Integer>> reduced(const std::vector<std::vector<Integer>>& vectors);

/// Whether a square matrix of integers has determinant 1 or −1 (Bareiss).
bool unimodular(std::vector<std::vector<Integer>> matrix);

}  // namespace sextant::proof
