#include "resample/definition.hpp"

#include <functional>

namespace sextant::resample {
namespace {

/// Keys's cubic through its four points: u(x) for |x| ≤ 1 and for 1 ≤ |x| ≤ 2.
Rational keys(const Rational& a, const Rational& x) {
  if (x >= 2) return 0;
  const Rational square = x * x, cube = square * x;
  if (x <= 1) return (a + 2) * cube - (a + 3) * square + 1;
  return a * cube - 5 * a * square + 8 * a * x - 4 * a;
}

Rational triangle(const Rational& x) { return x < 1 ? 1 - x : Rational(0); }

/// One axis: the value at output cell i of a function that is defined for every source cell.
Rational axis(const Rule& rule, std::int64_t from, std::uint64_t to, std::uint64_t i,
              const std::function<Rational(std::int64_t)>& value) {
  Rational scale = Rational(from) / Rational(to), at = scale * Rational(i);
  if (rule.coordinates == Coordinates::half_pixel) at += (scale - 1) / 2;
  if (rule.coordinates == Coordinates::align_corners)
    at = to == 1 ? Rational(0) : Rational(i) * Rational(from - 1) / Rational(to - 1);
  const Rational width = rule.antialias && scale > 1 ? scale : Rational(1);
  Rational sum = 0, weights = 0;
  for (std::int64_t j = -3 * from - 3; j <= 4 * from + 3; ++j) {
    const bool outside = j < 0 || j >= from;
    if (outside && rule.edge == Edge::dropped) continue;
    const Rational x = abs(at - Rational(j)) / width;
    const Rational w = rule.kernel == Filter::cubic ? keys(rule.a, x) : triangle(x);
    weights += w;
    sum += w * value(j < 0 ? 0 : j >= from ? from - 1 : j);
  }
  return sum / weights;
}

}  // namespace

Grid resampled(const Grid& source, const Rule& rule, const Size& to) {
  Grid result{to.height, to.width, std::vector<Rational>(to.cells())};
  const auto height = static_cast<std::int64_t>(source.height);
  const auto width = static_cast<std::int64_t>(source.width);
  for (std::uint64_t y = 0; y < to.height; ++y)
    for (std::uint64_t x = 0; x < to.width; ++x)
      result.at(y, x) = axis(rule, height, to.height, y, [&](std::int64_t j) {
        return axis(rule, width, to.width, x, [&](std::int64_t k) {
          return source.at(static_cast<std::uint64_t>(j), static_cast<std::uint64_t>(k));
        });
      });
  return result;
}

}  // namespace sextant::resample
