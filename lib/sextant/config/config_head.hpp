#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/config/config_section.hpp"

namespace sextant {

/// What of a head turns.
struct ConfigHead {
  int size = 0;          ///< channels of a head
  int rotated = 0;       ///< of them turn: the first ones, or all with frequencies 0 at the end
  Rational partial = 1;  ///< of proportional scaling: the part of the pairs that turns
};

/// Reads the size of a head, and how much of it turns, from the object `config` and its rope
/// section, if there is one.  `global` heads may have a size of their own (Gemma 4).
///
/// int(size·factor) is what Python's doubles make of it: 100 · 0.29 is 28.  `warnings` grows where
/// exact arithmetic says something else.
ConfigHead read_head(const ConfigSection& config, const std::optional<ConfigSection>& rope,
                     bool proportional, bool global, std::vector<std::string>& warnings);

}  // namespace sextant
