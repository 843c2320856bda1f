#pragma once

#include "sextant/config/config_model.hpp"

namespace sextant {

/// rope_ratio of a config of ChatGLM or GLM-4, whose code differs in what it does with it.
struct RopeRatio {
  Rational divisor = 1;  ///< of positions: ChatGLM2-32K
  Rational of_base = 1;  ///< a factor of the base: ChatGLM3-32K, GLM-4
};

/// Which of the two a config means, by the names in _name_or_path and auto_map, and by the
/// vocabulary of GLM-4.  Both are 1 for other models.  Throws NotExpressible if the ratio is not 1
/// and the config does not say.
RopeRatio read_rope_ratio(const ConfigModel& model);

}  // namespace sextant
