#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "sextant/number/format.hpp"
#include "sextant/resample/rule.hpp"

namespace sextant::resample {

/// A cell of the source with its exact weight, `numerator` / Taps::denominator.
struct Tap {
  std::uint64_t index = 0;
  Integer numerator;
  double size = 0;   ///< |weight|, rounded up
  double error = 0;  ///< bound of the error of the weight that a program computes
};

/// The cells that one cell of the result is a sum of.  Weights that are 0 are included if a
/// program's rounding errors may make them others.
struct Taps {
  std::vector<Tap> taps;
  Integer denominator = 1;  ///< above 0
};

/// One axis of a grid.
struct Line {
  std::uint64_t from = 1, to = 1;
  /// The factor that a program passes instead of the sizes; then the scale s is its inverse.
  std::optional<Rational> scale_factor = {};
};

/// The taps of a cell of the result.  A program computes coordinates and kernels in float32, or in
/// `compute` if that is wider, and rounds the weights to `compute`.       resampling.md, (1) to (9)
Taps taps(const Rule& rule, const Line& line, const Format& compute, std::uint64_t cell);

/// The taps of every cell of a line, each computed when it is first asked for.
class LineTaps {
 public:
  LineTaps(const Rule& rule, const Line& line, const Format& compute);

  /// `cell` must be below line.to.  Thread-safe.
  const Taps& operator[](std::uint64_t cell) const;

 private:
  Rule rule_;
  Line line_;
  Format compute_;
  mutable std::vector<Taps> taps_;
  std::unique_ptr<std::once_flag[]> computed_;  ///< of each cell
};

/// n roundings of relative error 2^−p at most: nu/(1 − nu), rounded up; infinity if nu ≥ 1/2.
double gamma(double n, const Format& format);

}  // namespace sextant::resample
