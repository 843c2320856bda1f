#pragma once

#include <array>
#include <string_view>

namespace sextant::recipe {

/// A program that people run models with, and the recipe that it computes rotary tables by; its
/// angles are in float32 but for float64-angle.
struct Engine {
  std::string_view name;
  std::string_view recipe;  ///< of the catalogue
  std::string_view source;  ///< where it does so
};

inline constexpr std::array<Engine, 9> kEngines = {{
    {"Hugging Face Transformers", "pow-reciprocal",
     "modeling_llama.py and its kin: float32 under autocast, cast to the model's dtype"},
    {"Meta llama", "pow-reciprocal", "precompute_freqs_cis: float32 outer product, complex64"},
    {"flash-attention", "pow-reciprocal", "layers/rotary.py: float32 outer product"},
    {"vLLM", "pow-reciprocal", "rotary_embedding: float32, the table in the model's dtype"},
    {"llama.cpp on a CPU", "angle-recurrence", "ggml rope: the angle times a ratio, pair by pair"},
    {"llama.cpp by CUDA", "pow-of-ratio", "rope.cu: position times powf(theta_scale, i)"},
    {"CUDA kernels with --use_fast_math", "fast-trigonometry", "__sinf and __cosf"},
    {"MaxText", "pow-divide", "embeddings.py: position / timescale"},
    {"mesh-transformer-jax", "float64-angle", "layers.py: NumPy's float64"},
}};

}  // namespace sextant::recipe
