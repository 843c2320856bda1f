#include "sextant/measure/identity/invariance.hpp"

#include <algorithm>
#include <cmath>

#include "sextant/measure/identity/part.hpp"

namespace sextant::measure {
namespace {

/// The (s, c) of a pair in a row.
struct Point {
  long double s, c;
};

Point point(const PairChannels& pair, std::span<const double> row) {
  return {row[pair.sines.front()], row[pair.cosines.front()]};
}

bool complete(const PairChannels& pair) { return !pair.sines.empty() && !pair.cosines.empty(); }

constexpr double kDoubled = 0x1p-53 * (1 + 0x1p-20);  // a true sine or cosine as a double

}  // namespace

Defect norm_defect(std::span<const PairChannels> pairs, std::span<const double> row,
                   std::span<const double> e) {
  Defect worst;
  for (const PairChannels& pair : pairs) {
    if (!complete(pair)) continue;
    const auto [s, c] = point(pair, row);
    const double length = std::hypot(e[pair.sines.front()], e[pair.cosines.front()]);
    worst.value = std::max(worst.value, static_cast<double>(std::abs(s * s + c * c - 1)));
    worst.bound = std::max(worst.bound, (2 * length + length * length) * kUpward + kEvaluation);
  }
  return worst;
}

Defect shift_defect(std::span<const PairChannels> pairs, std::span<const double> x,
                    std::span<const double> y, std::span<const double> ex,
                    std::span<const double> ey, std::span<const double> cosines) {
  long double defect = 0;
  double bound = 0;
  for (const PairChannels& pair : pairs) {
    if (!complete(pair)) continue;
    long double apart = 0;
    for (const std::size_t j : {pair.sines.front(), pair.cosines.front()}) {
      apart += static_cast<long double>(x[j]) * y[j];
      // |XY − xy| ≤ |x|·e_y + |y|·e_x + e_x·e_y for |X − x| ≤ e_x, |Y − y| ≤ e_y.
      bound += std::abs(x[j]) * ey[j] + std::abs(y[j]) * ex[j] + ex[j] * ey[j];
    }
    defect += apart - cosines[static_cast<std::size_t>(pair.pair)];
    bound += kDoubled + (1 + static_cast<double>(std::abs(defect))) * kEvaluation;
  }
  return {static_cast<double>(std::abs(defect)), bound * kUpward};
}

Defect rotation_defect(std::span<const PairChannels> pairs, std::span<const double> row,
                       std::span<const double> rotated, std::span<const double> e_row,
                       std::span<const double> e_rotated, std::span<const double> sines,
                       std::span<const double> cosines) {
  Defect worst;
  for (const PairChannels& pair : pairs) {
    if (!complete(pair)) continue;
    const auto i = static_cast<std::size_t>(pair.pair);
    const auto [s, c] = point(pair, row);
    const auto [s2, c2] = point(pair, rotated);
    const long double ds = s * cosines[i] + c * sines[i] - s2;
    const long double dc = c * cosines[i] - s * sines[i] - c2;
    const std::size_t js = pair.sines.front();
    const std::size_t jc = pair.cosines.front();
    const double in = std::hypot(e_row[js], e_row[jc]);
    const double out = std::hypot(e_rotated[js], e_rotated[jc]);
    worst.value = std::max(worst.value, static_cast<double>(std::hypot(ds, dc)));
    worst.bound = std::max(worst.bound, (in + out + 2 * kDoubled) * kUpward + kEvaluation);
  }
  return worst;
}

Defect composition_defect(std::span<const PairChannels> pairs, std::span<const double> j,
                          std::span<const double> k, std::span<const double> sum,
                          std::span<const double> ej, std::span<const double> ek,
                          std::span<const double> e_sum) {
  Defect worst;
  for (const PairChannels& pair : pairs) {
    if (!complete(pair)) continue;
    const auto [sj, cj] = point(pair, j);
    const auto [sk, ck] = point(pair, k);
    const auto [s, c] = point(pair, sum);
    const std::size_t is = pair.sines.front();
    const std::size_t ic = pair.cosines.front();
    const double a = std::hypot(ej[is], ej[ic]);
    const double b = std::hypot(ek[is], ek[ic]);
    const double e = std::hypot(e_sum[is], e_sum[ic]);
    worst.value = std::max(
        worst.value, static_cast<double>(std::hypot(sj * ck + cj * sk - s, cj * ck - sj * sk - c)));
    worst.bound = std::max(worst.bound, (a + b + a * b + e) * kUpward + kEvaluation);
  }
  return worst;
}

}  // namespace sextant::measure
