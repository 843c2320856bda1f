#pragma once

#include <string_view>

namespace sextant {

/// How the code of a model type rotates vectors, where its config does not say.
enum class FamilyPairs { half_split, interleaved };

/// What is known of a model type beyond its config.
struct ConfigFamily {
  std::string_view type;
  FamilyPairs pairs = FamilyPairs::half_split;
};

/// The rotary model type with this name; nullptr for an unknown one.
const ConfigFamily* find_family(std::string_view type);

/// Whether it is a model type that does not rotate and adds no table: BLOOM, T5, DeBERTa, ….
bool known_without_rotation(std::string_view type);

/// The base that the configuration of a model type has if the key is missing: 10000 for most.
int usual_base(std::string_view type, std::string_view key);

/// Whether a model type always has a second base for layers with a sliding window (Gemma 3).
bool has_local_base(std::string_view type);

/// Every n-th layer of a model type has full attention, if its config does not say which; 0 if that
/// is not known.
int usual_sliding_pattern(std::string_view type);

/// Whether only the sliding layers of a model type rotate.
bool rotates_sliding_layers_alone(std::string_view type);

/// Whether a model type has layers without rotation, every fourth by default (SmolLM3, Llama 4).
bool rotates_by_interval(std::string_view type);

/// Whether a model type has the Llama 4 temperature, which scales queries of layers without
/// rotation.
bool is_llama4(std::string_view type);

}  // namespace sextant
