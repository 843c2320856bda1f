#pragma once

#include "sextant/config/gguf_divisors.hpp"
#include "sextant/config/gguf_layers.hpp"

namespace sextant {

/// The rotary encoding of layers of one kind, as llama.cpp computes it.  Where the keys say what no
/// encoding of this program is, the positions are unknown.
LayerEncoding read_gguf_rotary(GgufKeys& keys, const GgufArchitecture& architecture,
                               const GgufLayers& layers, const GgufDivisors& divisors);

}  // namespace sextant
