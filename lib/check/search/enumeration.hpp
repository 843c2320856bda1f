#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "check/arithmetic/number.hpp"

namespace sextant::check {

/// A quadratic form Σ_l w_l²·(z_l + Σ_{j>l} μ_jl·z_j)² over integer vectors z, in integers of which
/// each errs to the safe side: (11) of reports/derivations/checking.md.
struct Form {
  std::vector<std::vector<std::int64_t>> slopes;  ///< [j][l], l < j: μ_jl·2⁴⁸, off by 1 at most
  std::vector<std::uint64_t> weights;             ///< w_l·2⁴⁰ or less
};

/// Calls `visit` for every z at which the form is at most 1, and may for others; of z and −z for
/// one at least.  The number of nodes of the tree.  Throws Refused where that passes 2³².
std::uint64_t enumerate(const Form& form,
                        const std::function<void(const std::vector<std::int64_t>&)>& visit);

}  // namespace sextant::check
