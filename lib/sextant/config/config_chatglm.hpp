#pragma once

#include "sextant/config/config_model.hpp"

namespace sextant {

/// What the code of a model does with rope_ratio: ChatGLM2 divides positions by it, and later
/// models multiply the base by it.
struct RopeRatio {
  Rational divisor = 1;  ///< divides positions: ChatGLM2-32K
  Rational of_base = 1;  ///< multiplies the base: ChatGLM3-32K, GLM-4
};

/// Decides by the names in _name_or_path and auto_map, and by the size of the vocabulary, which is
/// larger in GLM-4.  Both numbers are 1 for other models.  Throws NotExpressible if the ratio is
/// not 1 and the config does not decide.
RopeRatio read_rope_ratio(const ConfigModel& model);

}  // namespace sextant
