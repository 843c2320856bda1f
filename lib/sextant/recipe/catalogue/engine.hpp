#pragma once

#include <array>
#include <string>
#include <string_view>

namespace sextant::recipe {

/// A program that runs models: the recipe of its rotary tables, and the library that it calls.  Its
/// angles are in float32, except for float64-angle.
struct Engine {
  std::string_view name;
  std::string_view recipe;   ///< of the catalogue
  std::string_view library;  ///< of the catalogue of libraries
  std::string_view source;   ///< where it does so
};

inline constexpr std::array<Engine, 19> kEngines = {{
    {"Transformers on a CPU", "pow-reciprocal", "pytorch-cpu",
     "modeling_llama.py and its kin: float32 under autocast, cast to the model's dtype"},
    {"Transformers on CUDA", "pow-reciprocal", "cuda",
     "modeling_llama.py; a module made on a CPU keeps its frequencies when it is moved"},
    {"Meta llama", "pow-reciprocal", "cuda",
     "precompute_freqs_cis: float32 outer product, complex64"},
    {"vLLM", "pow-reciprocal", "cuda", "rotary_embedding: float32, the table in the model's dtype"},
    {"SGLang", "pow-reciprocal", "cuda", "rotary_embedding.py: float32, as vLLM"},
    {"flash-attention", "pow-reciprocal", "cuda", "layers/rotary.py: float32 outer product"},
    {"llama.cpp on a CPU", "angle-recurrence", "glibc",
     "ggml rope: the angle times a ratio, pair by pair"},
    {"llama.cpp by CUDA", "pow-of-ratio", "cuda-fast-math",
     "rope.cu: position times powf(theta_scale, i); ggml-cuda is built with -use_fast_math, so "
     "that powf, sinf and cosf are the fast ones"},
    {"llama.cpp by Metal", "pow-multiply", "metal-fast",
     "ggml-metal, kernel_rope: position times pow(freq_base, -2i/d); fast math is on"},
    {"llama.cpp by Vulkan", "pow-of-ratio", "vulkan",
     "rope_funcs.glsl: position times pow(theta_scale, i)"},
    {"llama.cpp by WebGPU", "pow-of-ratio", "webgpu",
     "rope.wgsl: position times pow(theta_scale, i)"},
    {"llama.cpp by OpenCL", "pow-multiply", "opencl-relaxed",
     "rope.cl: position times pow(freq_base, -2i/d); built with -cl-fast-relaxed-math"},
    {"fast-math CUDA kernels", "fast-trigonometry", "cuda-fast-math",
     "nvcc --use_fast_math: __sinf and __cosf"},
    {"MLX", "exp-log", "metal-fast",
     "rope.metal: position times exp2(-log2(base) 2i/d), metal::fast::sin and cos"},
    {"MaxText on TPU", "pow-divide", "tpu-bf16", "embeddings.py: position / timescale"},
    {"ONNX Runtime", "pow-reciprocal", "pytorch-cpu",
     "onnxruntime-genai's model builder: cos_cache and sin_cache by PyTorch in float32"},
    {"TensorRT-LLM", "pow-reciprocal", "numpy",
     "functional.py: powers in float64, their reciprocals and angles in float32, by NumPy"},
    {"diffusers", "float64-angle", "cuda",
     "embeddings.py, get_1d_rotary_pos_embed of Flux: float64 but on MPS and NPU"},
    {"mesh-transformer-jax", "float64-angle", "numpy", "layers.py: NumPy's float64"},
}};

/// The documented accuracy of its sines, cosines and powers; if there is none, the position from
/// which that holds.
std::string accuracy_in_words(const Engine& engine);

}  // namespace sextant::recipe
