#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/config/config_section.hpp"

namespace sextant {

/// Layers of one kind, and where a config says how they rotate.
struct ConfigLayers {
  std::string kind;                   ///< `full_attention`, …; empty: all layers
  std::optional<ConfigSection> rope;  ///< their part of rope_parameters or rope_scaling
  std::string_view base_key;          ///< the base, where `rope` has none
};

/// The kinds of layers that a config tells apart: one a member where rope_parameters go by kind;
/// full_attention and sliding_attention where there is a second base (Gemma 3, ModernBERT), or
/// where the model scales the first alone (OLMo 3); else one for all.
std::vector<ConfigLayers> read_layers(const ConfigSection& config);

/// Those of a kind.  Throws Error, listing the kinds, where there is no such, or none is named and
/// there are several.
ConfigLayers choose_layers(const ConfigSection& config, std::string_view kind);

}  // namespace sextant
