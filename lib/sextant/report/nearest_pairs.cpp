#include <algorithm>
#include <cmath>

#include "sextant/measure/rows.hpp"
#include "sextant/report/study.hpp"

namespace sextant {
namespace {

using nlohmann::json;

constexpr int kOffsetBits = 20;
constexpr int kRowBits = 10;

json entry(int dim, const std::string& format, int bits, double distance, Position position,
           Position other) {
  return {{"dim", dim},
          {"format", format},
          {"below", "2^" + std::to_string(bits)},
          {"distance_squared", distance},
          {"position", to_text(position)},
          {"other", to_text(other)},
          {"kind", "exhaustive"}};
}

/// The offset k below 2^20 with the least D(k) = 4 Σ sin²(kω/2): in exact arithmetic the distance
/// depends on the offset alone, so that this is a statement about all pairs.
json exact_nearest(int dim) {
  const exact::Oracle half(chart(Sinusoidal{.dim = dim, .scale = Rational(1, 2)}));
  double least = std::numeric_limits<double>::infinity();
  Position place = 0;
  for (Position k = 1; k < (Position{1} << kOffsetBits); ++k) {
    double sum = 0;
    for (int pair = half.waves().pairs(); pair-- > 0 && sum < least;) {
      const double s = exact::near(half.pair(k, pair).sine).high;
      sum += 4 * s * s;
    }
    if (sum < least) least = sum, place = k;
  }
  return entry(dim, "exact", kOffsetBits, least, place, 0);
}

/// The nearest two of the first correctly rounded rows.
json rounded_nearest(int dim, const Format& format) {
  const exact::Oracle oracle(chart(Sinusoidal{.dim = dim}));
  const std::size_t rows = std::size_t{1} << kRowBits;
  const auto width = static_cast<std::size_t>(dim);
  std::vector<double> table(rows * width);
  for (std::size_t p = 0; p < rows; ++p) {
    for (std::size_t j = 0; j < width; ++j) {
      table[p * width + j] =
          oracle.nearest(format, static_cast<Position>(p), oracle.chart().channels[j]).value;
    }
  }
  double least = std::numeric_limits<double>::infinity();
  std::size_t first = 0;
  std::size_t second = 0;
  for (std::size_t p = 1; p < rows; ++p) {
    for (std::size_t q = 0; q < p; ++q) {
      double sum = 0;
      for (std::size_t j = 0; j < width && sum < least; ++j) {
        const double difference = table[p * width + j] - table[q * width + j];
        sum += difference * difference;
      }
      if (sum < least) least = sum, first = p, second = q;
    }
  }
  return entry(dim, format.name(), kRowBits, least, static_cast<Position>(first),
               static_cast<Position>(second));
}

}  // namespace

nlohmann::json nearest_pairs() {
  json result = json::array();
  for (const int dim : {2, 4, 8, 16, 32, 64, 128, 256, 512}) {
    result.push_back(exact_nearest(dim));
    for (const Format& format : {kFloat32, kFloat16, kBfloat16})
      result.push_back(rounded_nearest(dim, format));
  }
  return result;
}

}  // namespace sextant
