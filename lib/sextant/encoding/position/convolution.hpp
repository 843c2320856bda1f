#pragma once

#include <cstdint>

namespace sextant {

/// The geometry of positions by a convolution over the sequence, as wav2vec 2.0 adds them
/// (Baevski et al. 2020; HuBERT, WavLM): which inputs a frame sees, whatever the weights are.
/// Padding is half of the kernel, rounded down, on either side, and a last frame too many is
/// dropped where the kernel is even.
struct Convolution {
  std::int64_t kernel = 128;

  /// Frames of `inputs` inputs, before and after the last one is dropped.
  std::int64_t padded_frames(std::int64_t inputs) const {
    return inputs + 2 * (kernel / 2) - kernel + 1;
  }
  std::int64_t frames(std::int64_t inputs) const {
    return padded_frames(inputs) - (kernel % 2 == 0 ? 1 : 0);
  }

  /// The inputs [first, last) that a frame sees.
  struct Span {
    std::int64_t first = 0, last = 0;
    bool operator==(const Span&) const = default;
  };
  Span seen(std::int64_t frame, std::int64_t inputs) const {
    const std::int64_t first = frame - kernel / 2;
    const std::int64_t last = first + kernel;
    return {first < 0 ? 0 : first, last > inputs ? inputs : last};
  }
};

}  // namespace sextant
