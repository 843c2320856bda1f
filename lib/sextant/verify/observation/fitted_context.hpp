#pragma once

#include <array>
#include <vector>

#include "sextant/encoding/wave/rotary.hpp"
#include "sextant/verify/observation/observed_frequency.hpp"
#include "sextant/verify/observation/parameters.hpp"

namespace sextant::verify {

/// Bases of published models.
inline constexpr std::array<int, 10> kUsualBases = {10000,  50000,   100000,  150000,  160000,
                                                    500000, 1000000, 5000000, 8000000, 10000000};

/// An encoding whose context scaling explains the frequencies of a table.
struct FittedContext {
  const char* fault = "";  ///< `scaling-parameters` or `scaling-kind`
  Rotary encoding;
  Parameters parameters;  ///< scaling parameters that differ from the claim, by option name
  double digits = 0;      ///< of these parameters
};

/// Returns contexts that explain the observed frequencies.  First those of the claimed kind, with
/// one or two parameters fitted, simplest values first; then those of other kinds.  Linear scaling
/// is left out if no scaling is claimed, because it is a scale of positions.  If no scaling is
/// claimed and none explains them, other bases are tried with scalings that keep the fastest pairs.
/// Empty if the claim's own context explains them, if nothing does, or for fewer than 3 pairs.
std::vector<FittedContext> fitted_contexts(const Rotary& claimed, const ObservedWaves& seen);

}  // namespace sextant::verify
