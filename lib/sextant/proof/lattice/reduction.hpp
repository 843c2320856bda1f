#pragma once

#include <vector>

#include "sextant/encoding/real/rational.hpp"

namespace sextant::proof {

/// Shorter vectors for the same lattice, by LLL and, in more than 17 dimensions, blocks of 20
/// (fplll).  Nothing rests on how good they are.
std::vector<std::vector<Integer>> reduced(const std::vector<std::vector<Integer>>& vectors);

/// Whether a square matrix of integers has determinant 1 or −1 (Bareiss).
bool unimodular(std::vector<std::vector<Integer>> matrix);

}  // namespace sextant::proof
