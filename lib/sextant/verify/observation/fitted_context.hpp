#pragma once

#include <vector>

#include "sextant/encoding/wave/rotary.hpp"
#include "sextant/verify/observation/observed_frequency.hpp"
#include "sextant/verify/observation/parameters.hpp"

namespace sextant::verify {

/// An encoding whose context scaling makes the frequencies that a table shows.
struct FittedContext {
  const char* fault = "";  ///< `scaling-parameters`, or `scaling-kind`
  Rotary encoding;
  Parameters
      parameters;  ///< the scaling's numbers that are not as claimed, by their options' names
};

/// Contexts of the kind that a claim has, with one or two of its numbers fitted to the waves seen,
/// the simplest first, and then those of the other kinds, with the claim's numbers where they fit.
/// A linear scaling where none is claimed is left out: it is a scale of the positions.  Empty if
/// the claim's own context makes them, or if no numbers do.
std::vector<FittedContext> fitted_contexts(const Rotary& claimed, const ObservedWaves& seen);

}  // namespace sextant::verify
