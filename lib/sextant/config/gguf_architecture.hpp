#pragma once

#include <string_view>

namespace sextant {

/// How llama.cpp gives positions to the layers of an architecture.
enum class GgufPositions {
  adjacent,     ///< rotary, channels 2i and 2i+1
  halves,       ///< rotary, channels i and i + d/2
  sections,     ///< rotary, channels i and i + d/2, with sections for three coordinates
  alternating,  ///< the same, but pairs alternate between the coordinates
  learned,      ///< a trained table
  biases,       ///< ALiBi
  buckets,      ///< T5
  absent        ///< none: recurrent layers, or NoPE
};

/// What llama.cpp's source says about an architecture, and no key of a file.
struct GgufArchitecture {
  std::string_view name;
  GgufPositions positions = GgufPositions::halves;
  bool reads_yarn = false;  ///< whether it reads yarn_ext_factor, yarn_beta_fast, yarn_beta_slow
  /// What yarn_log_multiplier is multiplied by to give mscale_all_dim; 0: the key is not read.
  int log_unit = 0;
  /// Whether layers with a window have base 10000 and no scaling unless freq_base_swa is there.
  bool own_local_base = false;
  /// Whether layers with a window have the base of the others, no scaling and amplitude 1.
  bool unscaled_windows = false;
  /// If not 0, the last of each `period` layers has no window, unless a key has another pattern.
  int period = 0;
  /// If not 0, the last of each `rope_step` layers has no positions; the first, if `first_of_step`.
  int rope_step = 0;
  bool first_of_step = false;         ///< then only if there are layers with a window
  bool rope_in_windows_only = false;  ///< layers without a window have no positions
  /// Whether the layers that compress keys and values have a base of their own.  Only these layers
  /// are scaled, with amplitude 1.  The last channels of a head turn.
  bool compresses = false;
  bool reads_temperature = false;  ///< whether it reads temperature_scale
  int max_bias = 0;                ///< ALiBi's default; 0: unknown without the key
  bool whole_head = false;         ///< whether the loader wants all channels of a head to turn
  bool finetuned_turns = false;    ///< whether rope.scaling.finetuned = false means no positions
};

/// The architecture with this name; nullptr if it is not known here.
const GgufArchitecture* find_gguf_architecture(std::string_view name);

}  // namespace sextant
