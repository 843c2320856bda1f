#include <algorithm>
#include <array>
#include <cmath>

#include "sextant/exact/formula.hpp"
#include "sextant/number/real.hpp"
#include "sextant/number/round.hpp"
#include "sextant/verify/estimate.hpp"

namespace sextant::verify {
namespace {

/// What a program in float32 may have erred in a frequency, before it rounded that to 16 bits or in
/// all: some twenty ulps of the argument of exp among them.
constexpr int kBefore = 32;  // roundings of float32

/// The first column of each function of a pair.
struct Columns {
  std::optional<std::size_t> sine, cosine, frequency;
};

std::vector<Columns> columns_of(const Chart& chart) {
  std::vector<Columns> pairs(static_cast<std::size_t>(chart.waves.pairs()));
  for (std::size_t j = chart.channels.size(); j-- > 0;) {
    Columns& pair = pairs[static_cast<std::size_t>(chart.channels[j].pair)];
    const Function f = chart.channels[j].function;
    if (f == Function::sine) pair.sine = j;
    if (f == Function::cosine) pair.cosine = j;
    if (f == Function::frequency) pair.frequency = j;
  }
  return pairs;
}

/// The sum of squares that a frequency leaves.
double misfit(const Glance& g, const Columns& pair, const Waves& waves, double omega,
              const Narrowing& narrowing) {
  const auto scale = static_cast<double>(waves.scale);
  const auto origin = static_cast<double>(waves.origin);
  double sum = 0;
  for (std::size_t r = 0; r < g.positions.size(); ++r) {
    const double exactly = scale * (static_cast<double>(g.positions[r]) + origin) * omega;
    const double angle = narrowing.angles ? round_to(narrowing.format, exactly) : exactly;
    const auto add = [&](double got, double want) {
      if (std::isfinite(got)) sum += (got - want) * (got - want);
    };
    if (pair.sine) add(g.at(r, *pair.sine), std::sin(angle));
    if (pair.cosine) add(g.at(r, *pair.cosine), std::cos(angle));
    if (pair.frequency) add(g.at(r, *pair.frequency), omega);
  }
  return sum;
}

/// What may have been rounded to a format: nearest first.
std::vector<Rational> beforehand(const Rational& exactly, const Format& format) {
  std::vector<Rational> candidates = {exactly};
  const int step = format == kFloat32 ? 1 : kBefore;
  for (int k = step; k <= kBefore; k += step) {
    for (const int sign : {1, -1})
      candidates.push_back(exactly + exactly * Rational(sign * k) * power_of_two(-24));
  }
  return candidates;
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
                                          const Narrowing& narrowing) {
  const Source some = sample(source, 64);
  const Glance g = glance(some, 0, some.rows);
  std::vector<Rational> found = exactly;
  const auto rounded = [&](const Rational& x) -> std::optional<Rational> {
    const bool divides = narrowing.divides;
    if (divides && x == 0) return std::nullopt;
    const Number number =
        round(narrowing.format, divides ? Rational(1 / x) : x, narrowing.rounding);
    if (!number.finite() || (divides && number.zero())) return std::nullopt;
    const Rational value = to_rational(number);
    return divides ? Rational(1 / value) : value;
  };
  const auto columns = columns_of(chart);
  for (std::size_t pair = 0; pair < found.size(); ++pair) {
    Rational& value = found[pair];
    std::optional<std::pair<double, Rational>> best;
    for (const Rational& candidate : beforehand(value, narrowing.format)) {
      const auto omega = rounded(candidate);
      if (!omega || (best && best->second == *omega)) continue;
      const double bad = misfit(g, columns[pair], chart.waves, static_cast<double>(*omega), narrowing);
      if (!best || bad < best->first) best = {bad, *omega};
    }
    if (best) value = best->second;
  }
  return found;
}

}  // namespace sextant::verify
