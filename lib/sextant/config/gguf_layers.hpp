#pragma once

#include <string>
#include <vector>

#include "sextant/config/gguf_architecture.hpp"
#include "sextant/config/gguf_keys.hpp"

namespace sextant {

/// The layers of one kind of a GGUF file.
struct GgufLayers {
  /// full_attention, sliding_attention, main, compress, `with rotation` or `no rotation`; empty:
  /// all layers.
  std::string kind = {};
  bool windowed = false;          ///< whether the keys of sliding windows apply
  bool compressed = false;        ///< whether they compress keys and values
  bool rotary = true;             ///< whether they have positions
  std::vector<int> numbers = {};  ///< from 0; empty if the file does not say
};

/// The kinds of layers of an architecture with rotary encodings; at least one.  Draft layers, which
/// block_count includes, are left out.  Throws Error if there are fewer ratios than layers.
std::vector<GgufLayers> read_gguf_layers(GgufKeys& keys, const GgufArchitecture& architecture);

}  // namespace sextant
