#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/config/config_section.hpp"

namespace sextant {

/// The layers of one kind, and the part of the config for their rotation.
struct ConfigLayers {
  std::string kind;                   ///< `full_attention`, …; empty: all layers
  std::optional<ConfigSection> rope;  ///< their part of rope_parameters or rope_scaling
  std::string_view base_key;          ///< key of the base if `rope` has none
};

/// The kinds of layers that a config distinguishes.  If rope_parameters has a section for each
/// kind, these; full_attention and sliding_attention if there is a second base (Gemma 3,
/// ModernBERT) or if only the first kind is scaled (OLMo 3); otherwise one kind for all layers.
std::vector<ConfigLayers> read_layers(const ConfigSection& config);

/// The layers of a kind.  Throws Error, listing the kinds, if there is no such kind, or if `kind`
/// is empty and there are several.
ConfigLayers choose_layers(const ConfigSection& config, std::string_view kind);

}  // namespace sextant
