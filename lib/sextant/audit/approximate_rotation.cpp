#include "sextant/audit/approximate_rotation.hpp"

#include <algorithm>
#include <cmath>

#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/verify/observation/approximate.hpp"

namespace sextant::audit {
namespace {

constexpr double kHalfUlp = 0x1p-24;  ///< of float32, relative

}  // namespace

bool differ(double x, double y, double allowed) {
  return std::abs(x - y) > allowed * std::max(std::abs(x), std::abs(y));
}

bool Allowed::alike(const std::vector<double>& x, const std::vector<double>& y) const {
  for (std::size_t pair = 0; pair < x.size(); ++pair)
    if (differ(x[pair], y[pair], frequencies.empty() ? number : frequencies[pair])) return false;
  return true;
}

//   number:     its own rounding, of a quotient of two amplitudes twice: 4u          audit.md, (1)
//   frequency:  (2i/d)u by the base, u by a factor, and the bound of its divisor     audit.md, (2)
Allowed allowed_for_gguf(const Rotary& encoding) {
  Allowed allowed{.number = kOfGguf};
  const Chart divisors = chart(Encoding(encoding), Part::divisors);
  const auto recipe = recipe::make("reciprocal", divisors, {}, Positions::from(0, 1));
  const std::vector<double> frequencies = verify::approximate_frequencies(divisors.waves);
  const double base = static_cast<double>(encoding.base);
  for (std::size_t pair = 0; pair < frequencies.size(); ++pair) {
    const double share = 2 * static_cast<double>(pair) / encoding.dim;
    const double divisor = std::pow(base, -share) / frequencies[pair];
    const double bound = frequencies[pair] > 0 ? recipe->bound(0, pair) / divisor : 0;
    allowed.frequencies.push_back((share + 1) * kHalfUlp + bound + kOfConfigs);
  }
  return allowed;
}

ApproximateRotation approximate_rotation(const Rotary& encoding) {
  const Chart table = chart(encoding);
  ApproximateRotation rotation{
      verify::approximate_frequencies(table.waves), {}, verify::approximate(table.waves.amplitude)};
  while (!rotation.frequencies.empty() && rotation.frequencies.back() == 0)
    rotation.frequencies.pop_back();
  const double base = static_cast<double>(encoding.base);
  for (std::size_t pair = 0; pair < rotation.frequencies.size(); ++pair)
    rotation.factors.push_back(rotation.frequencies[pair] *
                               std::pow(base, 2 * static_cast<double>(pair) / encoding.dim));
  return rotation;
}

Deviation deviation(const ApproximateRotation& x, const ApproximateRotation& y, Position position) {
  Deviation found{.position = position};
  const auto p = static_cast<double>(position);
  for (std::size_t pair = 0; pair < x.frequencies.size(); ++pair) {
    const double mine = x.frequencies[pair], theirs = y.frequencies[pair];
    const double phase = p * std::abs(mine - theirs);
    const double cosine =
        std::abs(x.amplitude * std::cos(p * mine) - y.amplitude * std::cos(p * theirs));
    if (phase > found.phase) {
      found.phase = phase;
      found.positions_off = phase / mine;
    }
    found.cosine = std::max(found.cosine, cosine);
  }
  return found;
}

}  // namespace sextant::audit
