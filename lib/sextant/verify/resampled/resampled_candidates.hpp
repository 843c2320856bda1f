#pragma once

#include <vector>

#include "sextant/number/format.hpp"
#include "sextant/resample/resampling.hpp"
#include "sextant/verify/observation/parameters.hpp"

namespace sextant::verify {

/// A program with faults, and what it makes instead.
struct ResampledCandidate {
  std::vector<Cause> causes;
  resample::Resampling how;
  Format compute;  ///< the format of its weights, products and sums
  Format stored;   ///< the format to which its entries were rounded

  /// Whether its bounds are narrow enough to prove it: those of 16-bit arithmetic are not.
  bool proves() const { return compute.precision >= kFloat32.precision; }
};

/// Candidates with one fault each, the more frequent ones first; if `pairs`, those with two of
/// these faults.
std::vector<ResampledCandidate> resampled_candidates(const resample::Resampling& claimed,
                                                     const Format& compute, const Format& stored,
                                                     bool pairs = false);

}  // namespace sextant::verify
