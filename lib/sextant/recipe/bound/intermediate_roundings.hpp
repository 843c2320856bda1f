#pragma once

#include <optional>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/number/round.hpp"

namespace sextant::recipe {

/// Formats that steps are rounded to on their way, where they differ from the format computed in.
struct IntermediateRoundings {
  std::optional<Format> position, frequency, angle = std::nullopt;
  Rounding rounding = Rounding::nearest_even;
};

/// What stands for a sine or cosine of an angle: which function of which angle, within an ulp, or
/// within so much where that is not 0.
struct Wave {
  double angle = 0;
  Function function = Function::sine;
  double within = 0;
};

/// How sine and cosine are had from an angle: by the library, the cosine as the sine of a quarter
/// turn more, or by the instructions of graphics hardware.
enum class Trigonometry { library, quarter_turn, device };

}  // namespace sextant::recipe
