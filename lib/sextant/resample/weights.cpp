#include "sextant/resample/weights.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sextant::resample {
namespace {

/// Covers the roundings of evaluating a bound of up to 2²¹ terms in doubles.
constexpr double kUpward = 1 + 0x1p-30;

int radius(Filter kernel) { return kernel == Filter::cubic ? 2 : 1; }

/// The largest slope of a kernel; of the cubic one for a in [−1, 0].       resampling.md, (6)
double slope(Filter kernel) { return kernel == Filter::cubic ? 1.5 : 1; }

/// The kernel at a distance of 0 or more.                           resampling.md, (3) and (4)
Rational kernel_at(const Rule& rule, const Rational& x) {
  if (x >= radius(rule.kernel)) return 0;
  if (rule.kernel == Filter::linear) return 1 - x;
  const Rational& a = rule.a;
  if (x <= 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  return a * (((x - 5) * x + 8) * x - 4);
}

/// The sum of the magnitudes of the terms that a program adds to get the kernel, at a distance
/// known to ±eta.                                                            resampling.md, (7)
double terms_at(const Rule& rule, double x, double eta) {
  if (rule.kernel == Filter::linear) return 1 + x + eta;
  const double a = std::abs(static_cast<double>(rule.a));
  const auto inner = [&](double d) { return ((2 - a) * d + (3 - a)) * d * d + 1; };
  const auto outer = [&](double d) { return a * (((d + 5) * d + 8) * d + 4); };
  if (x + eta < 1) return inner(x + eta);
  return std::max(inner(1), outer(x + eta));
}

Integer floor_of(const Rational& value) {
  const Integer quotient = numerator(value) / denominator(value);
  return value < 0 && !is_integer(value) ? quotient - 1 : quotient;
}

std::int64_t floor_index(const Rational& value) {
  return static_cast<std::int64_t>(floor_of(value));
}

/// The scale s.
Rational scale(const Rule& rule, const Line& line) {
  if (rule.coordinates == Coordinates::align_corners)
    return line.to == 1 ? Rational(0) : Rational(line.from - 1) / Rational(line.to - 1);
  return line.scale_factor ? 1 / *line.scale_factor : Rational(line.from) / Rational(line.to);
}

Rational coordinate(const Rule& rule, const Rational& s, std::uint64_t cell) {
  const bool corners = rule.coordinates == Coordinates::align_corners && !rule.antialias;
  if (corners || rule.coordinates == Coordinates::asymmetric) return s * Rational(cell);
  return s * (Rational(cell) + Rational(1, 2)) - Rational(1, 2);
}

/// A cell with its kernel before weights are divided by their sum.
struct Weighed {
  std::uint64_t index = 0;
  Rational weight;
  double error = 0;
};

/// The weights as fractions of one denominator.
Taps with_denominator(const std::vector<Weighed>& cells, const Rational& sum, double relative,
                      double shared) {
  Taps result;
  std::vector<Rational> weights;
  for (const Weighed& cell : cells) weights.push_back(cell.weight / sum);
  for (const Rational& w : weights) result.denominator = lcm(result.denominator, denominator(w));
  const double lowest = static_cast<double>(sum) - shared;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const Rational& w = weights[k];
    const double size = std::abs(static_cast<double>(w)) * kUpward;
    const double error = (cells[k].error + size * shared) / lowest + relative * size;
    result.taps.push_back({cells[k].index, numerator(w) * (result.denominator / denominator(w)),
                           size,
                           lowest > 0 ? error * kUpward : std::numeric_limits<double>::infinity()});
  }
  return result;
}

}  // namespace

double gamma(double n, const Format& format) {
  const double part = std::ldexp(n, -format.precision);
  return part < 0.5 ? part / (1 - part) * kUpward : std::numeric_limits<double>::infinity();
}

Taps taps(const Rule& rule, const Line& line, const Format& compute, std::uint64_t cell) {
  const Format inner = compute.precision < kFloat32.precision ? kFloat32 : compute;
  const Rational s = scale(rule, line);
  const Rational wide = rule.antialias && s > 1 ? s : Rational(1);
  const Rational reach = wide * radius(rule.kernel);
  const auto count = static_cast<std::int64_t>(line.from);
  const Rational c = coordinate(rule, s, cell);
  if (rule.kernel == Filter::nearest) {
    const Rational middle = rule.coordinates == Coordinates::half_pixel ? c + Rational(1, 2) : c;
    const std::int64_t at = std::clamp<std::int64_t>(floor_index(middle), 0, count - 1);
    return {{{static_cast<std::uint64_t>(at), 1, 1, 0}}, 1};
  }
  // (5): the error of the coordinate, and of the distance that the kernel is given.  linspace
  // counts from both ends.
  const bool from_ends = rule.coordinates == Coordinates::align_corners;
  const double size = from_ends ? static_cast<double>(count) : std::abs(static_cast<double>(c));
  const double off = gamma(8, inner) * (size + 1);
  const double eta =
      (off / static_cast<double>(wide) + gamma(8, inner) * (radius(rule.kernel) + 1)) * kUpward;
  const Rational margin = Rational(2 * off);
  std::vector<Weighed> cells;
  Rational sum = 0;
  double shared = 0, sizes = 0;
  const std::int64_t end = floor_index(c + reach + margin);
  for (std::int64_t j = -floor_index(reach + margin - c); j <= end; ++j) {
    const bool outside = j < 0 || j >= count;
    if (outside && rule.edge == Edge::dropped) continue;
    const Rational distance = abs(Rational(j) - c) / wide;
    const Rational weight = kernel_at(rule, distance);
    const double x = static_cast<double>(distance);
    const double error = (slope(rule.kernel) * eta + gamma(8, inner) * terms_at(rule, x, eta)) *
                         kUpward;  // resampling.md, (8)
    cells.push_back(
        {static_cast<std::uint64_t>(std::clamp<std::int64_t>(j, 0, count - 1)), weight, error});
    sum += weight;
    shared += error;
    sizes += std::abs(static_cast<double>(weight)) + error;
  }
  const bool divided = rule.edge == Edge::dropped;  // resampling.md, (9)
  shared =
      divided ? (shared + gamma(static_cast<double>(cells.size()), inner) * sizes) * kUpward : 0;
  return with_denominator(cells, divided ? sum : Rational(1), gamma(2, compute), shared);
}

LineTaps::LineTaps(const Rule& rule, const Line& line, const Format& compute)
    : rule_(rule),
      line_(line),
      compute_(compute),
      taps_(line.to),
      computed_(std::make_unique<std::once_flag[]>(line.to)) {}

const Taps& LineTaps::operator[](std::uint64_t cell) const {
  std::call_once(computed_[cell], [&] { taps_[cell] = taps(rule_, line_, compute_, cell); });
  return taps_[cell];
}

}  // namespace sextant::resample
