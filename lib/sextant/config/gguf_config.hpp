#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sextant/config/gguf_divisors.hpp"
#include "sextant/config/layer_encoding.hpp"
#include "sextant/tensor/gguf_metadata.hpp"

namespace sextant {

/// How llama.cpp gives positions to the layers of a GGUF file, one entry for each kind of layers.
/// Missing keys have llama.cpp's defaults, and constants of its source apply; the warnings say
/// which.  Numbers are exact: a float32 value 0.1 is 13421773/2^27.  Other programs than llama.cpp
/// may read the same file differently.
///
/// The layout of a rotary encoding is that of the stored weights.  It cannot be compared with that
/// of a config.json: the converter permutes the weights of some architectures.
///
/// If the file has divisors for contexts longer than the original one, the scaling is longrope: the
/// length of sequences decides which divisors apply.  Throws Error, naming file and key, for a
/// value of a wrong type.
std::vector<LayerEncoding> read_gguf_encodings(const GgufMetadata& metadata,
                                               const GgufDivisors& divisors);

/// The same for the file at `path`; a split model needs all of its parts.
std::vector<LayerEncoding> read_gguf_encodings(const std::string& path);

}  // namespace sextant
