#pragma once

#include <cstdint>

namespace sextant {

/// Which inputs each frame of a positional convolution sees, independent of the weights (wav2vec
/// 2.0, Baevski et al. 2020; HuBERT, WavLM).  Each side is padded by ⌊kernel/2⌋.  For an even
/// kernel this gives one frame too many, and the last one is dropped.
struct Convolution {
  std::int64_t kernel = 128;

  /// The number of frames of `inputs` inputs, before and after the last one is dropped.
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
