#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "certificate/arithmetic/number.hpp"

namespace sextant::certificate {

/// A quadratic form over integer vectors z, with conservatively rounded integer coefficients:
///
///   Σ_l w_l²·(z_l + Σ_{j>l} μ_jl·z_j)²
///
///                                                            reports/derivations/checking.md, (11)
struct Form {
  std::vector<std::vector<std::int64_t>>
      slopes;  ///< [j][l], l < j: μ_jl·2⁴⁸, with an error of at most 1
  std::vector<std::uint64_t> weights;  ///< at most w_l·2⁴⁰
};

/// Calls `visit` for every z with a form of at most 1, and perhaps for others; for z or −z, not
/// necessarily both.  Returns the number of nodes of the tree.  Throws Refused above 2³² nodes.
std::uint64_t enumerate(const Form& form,
                        const std::function<void(const std::vector<std::int64_t>&)>& visit);

}  // namespace sextant::certificate
