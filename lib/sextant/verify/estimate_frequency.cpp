#include <algorithm>
#include <array>
#include <cmath>

#include "sextant/exact/formula.hpp"
#include "sextant/number/real.hpp"
#include "sextant/number/round.hpp"
#include "sextant/verify/estimate.hpp"

namespace sextant::verify {
namespace {

/// What a program in float32 may have erred before it rounded: some twenty ulps of the argument of
/// exp among them.
const Rational& before() {
  static const Rational error = power_of_two(-19);
  return error;
}

/// The sum of squares that a frequency leaves.
double misfit(const Glance& g, const PairChannels& pair, const Waves& waves, double omega) {
  const auto scale = static_cast<double>(waves.scale);
  const auto origin = static_cast<double>(waves.origin);
  double sum = 0;
  for (std::size_t r = 0; r < g.positions.size(); ++r) {
    const double angle = scale * (static_cast<double>(g.positions[r]) + origin) * omega;
    const auto add = [&](double got, double want) {
      if (std::isfinite(got)) sum += (got - want) * (got - want);
    };
    if (!pair.sines.empty()) add(g.at(r, pair.sines.front()), std::sin(angle));
    if (!pair.cosines.empty()) add(g.at(r, pair.cosines.front()), std::cos(angle));
  }
  return sum;
}

}  // namespace

std::vector<Rational> frequencies(const Waves& waves) {
  std::vector<Rational> found;
  for (int pair = 0; pair < waves.pairs(); ++pair) {
    const Expression meant = waves.frequencies[static_cast<std::size_t>(pair)].expression();
    found.push_back(meant.rational() != nullptr
                        ? *meant.rational()
                        : to_rational(lower_end(exact::frequency<Interval<50>>(waves, pair))));
  }
  return found;
}

std::vector<Rational> rounded_frequencies(const Source& source, const Chart& chart,
                                          const std::vector<Rational>& exactly,
                                          const Format& format, bool divides) {
  const Source some = sample(source, 64);
  const Glance g = glance(some, 0, some.rows);
  std::vector<Rational> found = exactly;
  const auto rounded = [&](const Rational& x) -> std::optional<Rational> {
    if (divides && x == 0) return std::nullopt;
    const Number number = round(format, divides ? Rational(1 / x) : x);
    if (!number.finite() || (divides && number.zero())) return std::nullopt;
    const Rational value = to_rational(number);
    return divides ? Rational(1 / value) : value;
  };
  for (const PairChannels& pair : by_pair(chart)) {
    Rational& value = found[static_cast<std::size_t>(pair.pair)];
    const Rational meant = value;
    std::optional<std::pair<double, Rational>> best;
    for (const Rational& candidate :
         {meant, Rational(meant * (1 - before())), Rational(meant * (1 + before()))}) {
      const auto omega = rounded(candidate);
      if (!omega || (best && best->second == *omega)) continue;
      const double bad = misfit(g, pair, chart.waves, static_cast<double>(*omega));
      if (!best || bad < best->first) best = {bad, *omega};
    }
    if (best) value = best->second;
  }
  return found;
}

}  // namespace sextant::verify
