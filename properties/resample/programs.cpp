#include "resample/programs.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sextant::resample {
namespace {

using std::size_t;

/// The weights of one axis: for each output cell, source cells and their weights.
using Axis = std::vector<std::vector<std::pair<std::int64_t, float>>>;

float cubic_near(float x, float a) { return ((a + 2) * x - (a + 3)) * x * x + 1; }
float cubic_far(float x, float a) { return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a; }

float filter(float x, bool cubic) {
  x = std::abs(x);
  if (!cubic) return x < 1 ? 1 - x : 0;
  return x < 1 ? cubic_near(x, -0.5F) : x < 2 ? cubic_far(x, -0.5F) : 0;
}

Axis plain_axis(std::int64_t from, std::int64_t to, bool cubic, bool align_corners) {
  const float scale = align_corners
                          ? (to > 1 ? static_cast<float>(from - 1) / static_cast<float>(to - 1) : 0)
                          : static_cast<float>(from) / static_cast<float>(to);
  Axis axis;
  for (std::int64_t i = 0; i < to; ++i) {
    const auto cell = static_cast<float>(i);
    float at = align_corners ? scale * cell : scale * (cell + 0.5F) - 0.5F;
    if (!cubic && at < 0) at = 0;
    const float floor = std::floor(at);
    const float t = at - floor;
    const auto first = static_cast<std::int64_t>(floor);
    const auto index = [&](std::int64_t j) { return std::clamp<std::int64_t>(j, 0, from - 1); };
    if (cubic)
      axis.push_back({{index(first - 1), cubic_far(t + 1, -0.75F)},
                      {index(first), cubic_near(t, -0.75F)},
                      {index(first + 1), cubic_near(1 - t, -0.75F)},
                      {index(first + 2), cubic_far(2 - t, -0.75F)}});
    else
      axis.push_back({{index(first), 1 - t}, {index(first + 1), t}});
  }
  return axis;
}

Axis antialias_axis(std::int64_t from, std::int64_t to, bool cubic) {
  const float scale = static_cast<float>(from) / static_cast<float>(to);
  const float half = cubic ? 2.0F : 1.0F;
  const float support = scale >= 1 ? half * scale : half;
  const float inverse = scale >= 1 ? 1 / scale : 1;
  Axis axis;
  for (std::int64_t i = 0; i < to; ++i) {
    const float center = scale * (static_cast<float>(i) + 0.5F);
    const auto first =
        std::max<std::int64_t>(static_cast<std::int64_t>(center - support + 0.5F), 0);
    const auto end =
        std::min<std::int64_t>(static_cast<std::int64_t>(center + support + 0.5F), from);
    axis.emplace_back();
    float sum = 0;
    for (std::int64_t j = first; j < end; ++j) {
      const float w = filter((static_cast<float>(j) - center + 0.5F) * inverse, cubic);
      axis.back().emplace_back(j, w);
      sum += w;
    }
    for (auto& tap : axis.back()) tap.second /= sum;
  }
  return axis;
}

Axis jax_axis(std::int64_t from, std::int64_t to, bool cubic, bool antialias) {
  const float scale = static_cast<float>(to) / static_cast<float>(from);
  const float inverse = 1 / scale;
  const float wide = antialias ? std::max(inverse, 1.0F) : 1.0F;
  Axis axis;
  for (std::int64_t i = 0; i < to; ++i) {
    const float at = (static_cast<float>(i) + 0.5F) * inverse - 0 * inverse - 0.5F;
    axis.emplace_back();
    float sum = 0;
    for (std::int64_t j = 0; j < from; ++j) {
      const float w = filter(std::abs(at - static_cast<float>(j)) / wide, cubic);
      axis.back().emplace_back(j, w);
      sum += w;
    }
    for (auto& tap : axis.back()) tap.second /= sum;
  }
  return axis;
}

/// A sum along one axis: `stride` numbers lie between cells that follow each other on it.
std::vector<float> along(const std::vector<float>& numbers, const Axis& axis, size_t from,
                         size_t stride) {
  const size_t outer = numbers.size() / (from * stride);
  std::vector<float> result(outer * axis.size() * stride);
  for (size_t o = 0; o < outer; ++o)
    for (size_t i = 0; i < axis.size(); ++i)
      for (size_t c = 0; c < stride; ++c) {
        float sum = 0;
        for (const auto& [j, w] : axis[i])
          sum += numbers[(o * from + static_cast<size_t>(j)) * stride + c] * w;
        result[(o * axis.size() + i) * stride + c] = sum;
      }
  return result;
}

Cells across_then_down(const Cells& s, const Size& to, const Axis& down, const Axis& across) {
  const auto wide = along(s.numbers, across, s.size.width, s.columns);
  return {to, s.columns, along(wide, down, s.size.height, to.width * s.columns)};
}

std::int64_t whole(std::uint64_t n) { return static_cast<std::int64_t>(n); }

/// torch.linspace(0, last, n): from both ends.
std::vector<float> linspace(std::int64_t last, std::int64_t n) {
  const float end = static_cast<float>(last), step = n > 1 ? end / static_cast<float>(n - 1) : 0;
  std::vector<float> points;
  for (std::int64_t i = 0; i < n; ++i)
    points.push_back(i < n / 2 || n == 1 ? step * static_cast<float>(i)
                                         : end - step * static_cast<float>(n - i - 1));
  return points;
}

template <class Weights>
Cells by_corners(const Cells& s, const Size& to, const Weights& weights) {
  const auto ys = linspace(whole(s.size.height) - 1, whole(to.height));
  const auto xs = linspace(whole(s.size.width) - 1, whole(to.width));
  Cells result{to, s.columns, {}};
  for (const float y : ys)
    for (const float x : xs) {
      const auto y0 = static_cast<std::uint64_t>(y), x0 = static_cast<std::uint64_t>(x);
      const auto y1 = std::min(y0 + 1, s.size.height - 1), x1 = std::min(x0 + 1, s.size.width - 1);
      const std::array<float, 4> w =
          weights(y - static_cast<float>(y0), x - static_cast<float>(x0));
      const auto at = [&](std::uint64_t j, std::uint64_t k, size_t c) {
        return s.numbers[(j * s.size.width + k) * s.columns + c];
      };
      for (size_t c = 0; c < s.columns; ++c)
        result.numbers.push_back(at(y0, x0, c) * w[0] + at(y0, x1, c) * w[1] +
                                 at(y1, x0, c) * w[2] + at(y1, x1, c) * w[3]);
    }
  return result;
}

}  // namespace

Cells torch_plain(const Cells& s, const Size& to, bool cubic, bool align_corners) {
  const Axis down = plain_axis(whole(s.size.height), whole(to.height), cubic, align_corners);
  const Axis across = plain_axis(whole(s.size.width), whole(to.width), cubic, align_corners);
  Cells result{to, s.columns, std::vector<float>(to.cells() * s.columns)};
  for (size_t y = 0; y < to.height; ++y)
    for (size_t x = 0; x < to.width; ++x)
      for (size_t c = 0; c < s.columns; ++c) {
        float sum = 0;
        for (const auto& [j, v] : down[y]) {
          float row = 0;
          for (const auto& [k, w] : across[x])
            row += s.numbers[(static_cast<size_t>(j) * s.size.width + static_cast<size_t>(k)) *
                                 s.columns +
                             c] *
                   w;
          sum += row * v;
        }
        result.numbers[(y * to.width + x) * s.columns + c] = sum;
      }
  return result;
}

Cells torch_antialias(const Cells& s, const Size& to, bool cubic) {
  return across_then_down(s, to, antialias_axis(whole(s.size.height), whole(to.height), cubic),
                          antialias_axis(whole(s.size.width), whole(to.width), cubic));
}

Cells jax(const Cells& s, const Size& to, bool cubic, bool antialias) {
  return across_then_down(s, to, jax_axis(whole(s.size.height), whole(to.height), cubic, antialias),
                          jax_axis(whole(s.size.width), whole(to.width), cubic, antialias));
}

Cells corners(const Cells& s, const Size& to) {
  return by_corners(s, to, [](float dy, float dx) {
    return std::array{(1 - dy) * (1 - dx), (1 - dy) * dx, dy * (1 - dx), dy * dx};
  });
}

Cells differences(const Cells& s, const Size& to) {
  return by_corners(s, to, [](float dy, float dx) {
    const float both = dy * dx, down = dy - both, right = dx - both;
    return std::array{1 - dy - right, right, down, both};
  });
}

}  // namespace sextant::resample
