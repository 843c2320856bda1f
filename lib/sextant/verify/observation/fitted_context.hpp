#pragma once

#include <vector>

#include "sextant/encoding/wave/rotary.hpp"
#include "sextant/verify/observation/observed_frequency.hpp"
#include "sextant/verify/observation/parameters.hpp"

namespace sextant::verify {

/// An encoding whose context scaling, or base under it, explains the frequencies of a table.
struct FittedContext {
  const char* fault = "";  ///< `scaling-parameters`, `scaling-kind` or `wrong-base`
  Rotary encoding;
  Parameters parameters;  ///< parameters that differ from the claim, by option name
  double digits = 0;      ///< of these parameters
};

/// Returns the claimed numbers with every other kind of scaling but dynamic, whose length is not
/// among them; empty if no scaling is claimed.
std::vector<FittedContext> other_kinds(const Rotary& claimed);

/// Returns contexts that explain the observed frequencies.  First those of the claimed kind, with
/// one or two parameters fitted, or the base, simplest values first; then those of other kinds.
/// Linear scaling is left out if no scaling is claimed, because it is a scale of positions.  If no
/// scaling is claimed and none explains them, other bases are tried with scalings that keep the
/// fastest pairs. Empty if the claim's own context explains them, if nothing does, or for fewer
/// than 3 pairs.
std::vector<FittedContext> fitted_contexts(const Rotary& claimed, const ObservedWaves& seen);

/// Returns the bases with which the claimed scaling explains the observed frequencies, which were
/// searched for any base.  Empty if no scaling is claimed, or for fewer than 3 pairs.
std::vector<FittedContext> fitted_bases(const Rotary& claimed, const ObservedWaves& seen);

}  // namespace sextant::verify
