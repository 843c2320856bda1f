#include "sextant/encoding/bias/chart.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "sextant/encoding/real/error.hpp"

namespace sextant {

bool is_unbounded(const Waves& waves, const Channel& channel) {
  if (!is_reciprocal(channel.function)) return false;
  const Frequency& f = waves.frequencies[static_cast<std::size_t>(channel.pair)];
  return f.factor == 0 || f.coefficient == 0;
}

Expression reciprocal(const Waves& waves, const Channel& channel) {
  if (is_unbounded(waves, channel)) return pow(Expression(10), 30);
  const Frequency& f = waves.frequencies[static_cast<std::size_t>(channel.pair)];
  if (channel.function == Function::period) return Expression(1) / f.expression();
  const Frequency own = waves.geometric[channel.pair];
  if (f.base == own.base && f.exponent == own.exponent)  // a rational quotient is known as such
    return Expression(own.coefficient) /
           (pow(Expression::pi(), f.pi_power) * f.coefficient * f.factor);
  return own.expression() / f.expression();
}

Expression amplitude_at(const Waves& waves, const Rational& position, int pair) {
  if (!waves.xpos) return waves.amplitude;
  const Rational place = position + waves.origin - waves.xpos->of.centre;
  return waves.amplitude * cell(*waves.xpos, place, pair);
}

Chart xpos_scales(const Chart& chart) {
  const Waves& waves = chart.waves;
  Chart result = chart_of(*waves.xpos, static_cast<int>(chart.width()));
  result.waves.origin = waves.origin - waves.xpos->of.centre;
  result.waves.parts = waves.parts;
  for (std::size_t j = 0; j < chart.width(); ++j) result.channels[j].pair = chart.channels[j].pair;
  return result;
}

Waves applied_twice(Waves waves) {
  waves.scale *= 2;
  waves.amplitude = pow(waves.amplitude, 2);
  if (waves.xpos) waves.xpos->of.scale_base /= 2;
  return waves;
}

Chart chart_of(Formula formula, int columns) {
  if (columns < 0) throw Error("--keys " + std::to_string(columns) + " is negative");
  Chart result;
  result.waves.formula = std::move(formula);
  for (int column = 0; column < std::max(columns, 1); ++column)
    result.channels.push_back({Function::formula, column});
  return result;
}

Chart in_parts(Chart chart, std::uint64_t parts) {
  Waves& waves = chart.waves;
  if (parts == waves.parts) return chart;
  const auto turns = [](const Channel& c) {
    return c.function <= Function::zero || is_frequency(c.function) ||
           c.function == Function::coordinate;
  };
  if (waves.formula || !std::all_of(chart.channels.begin(), chart.channels.end(), turns))
    throw Error("positions of biases and indices are integers");
  const Rational finer = Rational(Integer(parts)) / Rational(Integer(waves.parts));
  waves.scale /= finer;
  waves.origin *= finer;
  if (waves.xpos) {
    waves.xpos->of.scale_base *= finer;
    waves.xpos->of.centre *= finer;
  }
  if (waves.zero_row) {
    const Rational row = to_rational(*waves.zero_row) * finer;
    const bool counted = is_integer(row) && abs(row) <= to_rational(kLargestPosition);
    waves.zero_row = counted ? std::optional(to_position(row)) : std::nullopt;
  }
  waves.parts = parts;
  return chart;
}

std::vector<std::size_t> negated_columns(const Chart& chart) {
  std::vector<std::size_t> columns;
  for (std::size_t j = 0; j < chart.channels.size(); ++j)
    if (chart.channels[j].function == Function::negated_sine) columns.push_back(j);
  return columns;
}

Chart without_signs(Chart chart) {
  for (const std::size_t j : negated_columns(chart)) chart.channels[j].function = Function::sine;
  return chart;
}

std::vector<PairChannels> by_pair(const Chart& chart) {
  std::vector<PairChannels> pairs(static_cast<std::size_t>(chart.waves.pairs()));
  for (std::size_t j = 0; j < chart.channels.size(); ++j) {
    const Channel& channel = chart.channels[j];
    if (!is_wave(channel.function)) continue;
    auto& pair = pairs[static_cast<std::size_t>(channel.pair)];
    pair.pair = channel.pair;
    if (channel.function == Function::sine) pair.sines.push_back(j);
    if (channel.function == Function::cosine) pair.cosines.push_back(j);
  }
  std::erase_if(pairs, [](const PairChannels& p) { return p.sines.empty() && p.cosines.empty(); });
  return pairs;
}

}  // namespace sextant
