#pragma once

#include "sextant/config/gguf_divisors.hpp"
#include "sextant/config/gguf_layers.hpp"

namespace sextant {

/// The rotary encoding of layers of one kind, as llama.cpp computes it.  The positions are unknown
/// if no encoding of this program expresses the keys.  Throws Error, naming file and key, for a
/// value of a wrong type.
LayerEncoding read_gguf_rotary(GgufKeys& keys, const GgufArchitecture& architecture,
                               const GgufLayers& layers, const GgufDivisors& divisors);

}  // namespace sextant
