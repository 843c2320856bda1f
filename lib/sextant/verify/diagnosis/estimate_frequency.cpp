#include <algorithm>
#include <array>
#include <cmath>

#include "sextant/number/round.hpp"
#include "sextant/verify/diagnosis/approximate.hpp"
#include "sextant/verify/diagnosis/estimate.hpp"

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

/// How many steps of a narrow format a frequency may err by that is computed in it: the argument of
/// exp, up to ln 10^6, has half a step of its own size.
constexpr int kComputedSteps = 24;

/// What may have been rounded to a format: nearest first.
std::vector<double> beforehand(double exactly, const Narrowing& narrowing) {
  const Format& format = narrowing.format;
  std::vector<double> candidates = {exactly};
  if (narrowing.computed) {
    for (int k = 1; k <= kComputedSteps; ++k) {
      for (const int sign : {1, -1})
        candidates.push_back(exactly * (1 + sign * std::ldexp(k, -format.precision)));
    }
    return candidates;
  }
  const int step = format == kFloat32 ? 1 : kBefore;
  for (int k = step; k <= kBefore; k += step) {
    for (const int sign : {1, -1}) candidates.push_back(exactly * (1 + sign * std::ldexp(k, -24)));
  }
  return candidates;
}

/// A frequency after rounding it, or its divisor, which may overflow: what is divided by that is
/// zero.  Nothing where it is no number to use.
std::optional<double> narrowed(double omega, const Narrowing& narrowing) {
  if (narrowing.divides && omega == 0) return std::nullopt;
  const double meant = narrowing.divides ? 1 / omega : omega;
  const double value = round_to(narrowing.format, meant, narrowing.rounding);
  if (narrowing.divides ? value == 0 : !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace

std::vector<Rational> rounded_frequencies(const Source& source, const Chart& chart,
                                          const Narrowing& narrowing) {
  const Source some = sample(source, 64);
  const Glance g = glance(some, 0, some.rows);
  const std::vector<double> exactly = approximate_frequencies(chart.waves);
  const auto columns = columns_of(chart);
  std::vector<Rational> found;
  for (std::size_t pair = 0; pair < exactly.size(); ++pair) {
    std::optional<std::pair<double, double>> best;
    for (const double candidate : beforehand(exactly[pair], narrowing)) {
      const auto value = narrowed(candidate, narrowing);
      if (!value || (best && best->second == *value)) continue;
      const double omega = narrowing.divides ? 1 / *value : *value;
      const double bad = misfit(g, columns[pair], chart.waves, omega, narrowing);
      if (!best || bad < best->first) best = {bad, *value};
    }
    const double value = best ? best->second : exactly[pair];
    const bool divides = best && narrowing.divides;
    found.push_back(!divides            ? to_rational(from_double(value))
                    : std::isinf(value) ? Rational(0)
                                        : Rational(1 / to_rational(from_double(value))));
  }
  return found;
}

}  // namespace sextant::verify
