#pragma once

#include <string>
#include <string_view>

namespace sextant {

/// Which channels the code of a model type pairs if its config does not say: (i, i + d/2), or
/// (2i, 2i + 1).
enum class FamilyPairs { half_split, interleaved };

/// What is known of a model type beyond its config.
struct ConfigFamily {
  std::string_view type;
  FamilyPairs pairs = FamilyPairs::half_split;
  /// The quarters of a head that turn if its config does not say it.
  int quarters = 4;
  int rotated = 0;  ///< channels that turn if its config does not say it; 0: as `quarters` says
  int head = 0;     ///< channels of a head if its config does not say it; 0: width by heads
};

/// The rotary model type with this name; nullptr for an unknown one.
const ConfigFamily* find_family(std::string_view type);

/// Whether it is a model type that does not rotate and adds no table: BLOOM, T5, DeBERTa, ….
bool known_without_rotation(std::string_view type);

/// The base that the code of a model type takes if `key`, that of the base, is missing: 10000 for
/// most.
int usual_base(std::string_view type, std::string_view key);

/// The bases that Transformers 4 and 5 take for a model type if `rope_theta` is missing, as text;
/// empty if they are the same.
std::string bases_of_versions(std::string_view type);

/// The default number of channels of a head, for configs with neither a width nor a number of
/// heads; 0 if it is not known.
int usual_head(std::string_view type);

/// Whether a model type always has a second base for layers with a sliding window (Gemma 3).
bool has_local_base(std::string_view type);

/// The n of a model type whose every n-th layer has full attention if its config does not say
/// which; 0 for other model types.
int usual_sliding_pattern(std::string_view type);

/// Whether only the sliding layers of a model type rotate.
bool rotates_sliding_layers_alone(std::string_view type);

/// Whether, by default, every fourth layer of a model type has full attention, and the others
/// linear attention (Qwen3-Next, Qwen3.5).
bool alternates_with_linear_attention(std::string_view type);

/// Whether it is known that the layers with linear attention of a model type (Mamba and others) do
/// not rotate.
bool has_linear_attention_without_rotation(std::string_view type);

/// Whether a model type has layers without rotation, every fourth by default (SmolLM3, Llama 4).
bool rotates_by_interval(std::string_view type);

/// Whether the code of a model type stores its rotary table, embed_positions, as [sines | cosines].
bool stores_sines_first(std::string_view type);

/// Whether a model type is Llama 4, which scales the queries of layers without rotation.
bool is_llama4(std::string_view type);

}  // namespace sextant
