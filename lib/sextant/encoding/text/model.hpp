#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sextant/encoding/encoding.hpp"

namespace sextant {

/// A public model's encoding, from its published config.  If a model has two encodings, it has two
/// presets: `-local` for layers with a window, `-global` for layers with full attention.
struct Model {
  std::string_view name;
  std::string encoding;        ///< for read_encoding
  std::int64_t positions = 0;  ///< context length: positions 0, 1, …
  std::string_view weights;    ///< format of its published weights; empty: unknown
  int head = 0;                ///< channels of a head; the encoding rotates dim of them
  std::string_view source;     ///< the source of the config
  std::string_view notes = {};
  std::string_view sections = {};     ///< e.g. `mrope sections=16,24,24`; empty: one coordinate
  std::string_view query_scale = {};  ///< its text, for read_encoding; empty: none
};

/// All models, sorted by name.
std::span<const Model> models();

/// The model with this name, or with this Hugging Face id.  Of an id the part after the slash
/// counts, in any case, and words such as Instruct and hf are dropped if needed.  Throws Error if
/// there is none, and suggests names, or if several models have this id.
const Model& model(std::string_view name);

}  // namespace sextant
