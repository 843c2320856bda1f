#pragma once

#include <cstdint>
#include <vector>

#include "sextant/resample/resampling.hpp"

namespace sextant::resample {

/// The numbers of a grid, cell by cell, with `columns` numbers a cell.
struct Cells {
  Size size;
  std::size_t columns = 1;
  std::vector<float> numbers;
};

/// Programs as they compute in float32.
///
///   torch_plain      aten's upsample kernels: indices clamped, one sum over the window
///   torch_antialias  aten's, and PIL's: weights divided by their sum, first across, then down
///   jax              jax.image.resize: a matrix of weights for each axis, with or without
///                    antialiasing
///   corners          Qwen3-VL in transformers: linspace, and a weight for each of four corners
///   differences      the same in vLLM, whose weights are differences
Cells torch_plain(const Cells& source, const Size& to, bool cubic, bool align_corners);
Cells torch_antialias(const Cells& source, const Size& to, bool cubic);
Cells jax(const Cells& source, const Size& to, bool cubic, bool antialias);
Cells corners(const Cells& source, const Size& to);
Cells differences(const Cells& source, const Size& to);

}  // namespace sextant::resample
