#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/config/config_model.hpp"
#include "sextant/config/config_scaling.hpp"

namespace sextant {

/// The layers of one kind, and the part of the config for their rotation.
struct ConfigLayers {
  std::string kind = {};          ///< `full_attention`, …; empty: all layers
  std::vector<int> numbers = {};  ///< from 0; empty if the config does not say
  LayerPositions positions = LayerPositions::computed;
  std::string words = {};  ///< why the layers do not rotate, or why that is unknown
  std::optional<RopeSection> rope = {};
  std::string_view base_key = {};  ///< key of the base if `rope` has none
  /// The base, and the rotated fraction of a head, from lists with a number for each layer
  /// (Step-3.5); nullopt without such a list.
  std::optional<Rational> base = {}, part = {};
};

/// The kinds of layers that a config distinguishes:
///
///   rope_parameters has sections     one kind for each (Gemma 3 and 4, Laguna, DeepSeek-V4)
///   a second base                    full_attention and sliding_attention (Gemma 3, ModernBERT)
///   only one kind is scaled          the same (OLMo 3)
///   a base for each layer            one kind for each word of layer_types (Step-3.5)
///   otherwise                        one kind for all layers
///
/// Layers without rotation are taken out of these kinds.  They get the kind `no rotation`, or that
/// of their word in layer_types.  If there was one kind for all layers, it becomes `with rotation`.
/// Adds to `warnings` which defaults were taken.  Throws Error for keys that contradict each other.
std::vector<ConfigLayers> read_layers(const ConfigModel& model, std::vector<std::string>& warnings);

/// The names of these two kinds.
inline constexpr const char* kMainLayers = "main";  ///< DeepSeek-V4's that do not compress
inline constexpr const char* kCompressedLayers = "compress";
inline constexpr const char* kNoRotation = "no rotation";
inline constexpr const char* kWithRotation = "with rotation";

}  // namespace sextant
