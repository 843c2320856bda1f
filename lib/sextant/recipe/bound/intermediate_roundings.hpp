#pragma once

#include <optional>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/number/round.hpp"

namespace sextant::recipe {

/// Formats to which intermediate results are rounded; nullopt: the compute format.
struct IntermediateRoundings {
  std::optional<Format> position, frequency, angle = std::nullopt;
  Rounding rounding = Rounding::nearest_even;
};

/// A sine or cosine that a recipe computes: the function, its angle, and its error bound.
struct Wave {
  double angle = 0;
  Function function = Function::sine;
  double within = 0;  ///< an absolute error bound; 0: `ulps` says it
  double ulps = 1;
};

/// How sine and cosine are computed: by the library; with the cosine as the sine of the angle plus
/// a quarter turn; by instructions of graphics hardware; or by the library in float32, of an angle
/// in float64 that is rounded to float32 first.
enum class Trigonometry { library, quarter_turn, device, narrowed };

}  // namespace sextant::recipe
