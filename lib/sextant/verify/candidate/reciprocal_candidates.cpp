#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "sextant/verify/candidate/candidate_lists.hpp"
#include "sextant/verify/candidate/fault.hpp"
#include "sextant/verify/observation/approximate.hpp"

namespace sextant::verify {
namespace {

/// The chart with the same pairs, and `function` in every column.
Chart with_function(Chart chart, Function function) {
  for (Channel& c : chart.channels) c.function = function;
  return chart;
}

/// The frequencies that follow from the numbers of a table, as doubles: 1/x for a period x, and
/// base^(−2i/d)/x for a divisor x.
Source frequencies_of(const Source& source, const Chart& chart) {
  Waves unscaled = chart.waves;
  for (int pair = 0; pair < unscaled.pairs(); ++pair)
    unscaled.frequencies[static_cast<std::size_t>(pair)] = unscaled.geometric[pair];
  const std::vector<double> geometric = approximate_frequencies(unscaled);
  return replaced(source,
                  [channels = chart.channels, geometric](std::uint64_t, std::size_t j, double x) {
                    const bool period = channels[j].function == Function::period;
                    return (period ? 1 : geometric[static_cast<std::size_t>(channels[j].pair)]) / x;
                  });
}

/// Whether a candidate predicts the claimed numbers, in the claimed format.  Divisors depend on the
/// context alone, so that other exponents do not change them.
bool is_as_claimed(const Candidate& s, const Claim& claim) {
  constexpr double kRounding = 0x1p-40;  // of doubles
  if (s.formats.store != claim.formats.store || s.formats.storing != claim.formats.storing ||
      s.truth.channels != claim.chart.channels)
    return false;
  const auto& channels = claim.chart.channels;
  return std::all_of(channels.begin(), channels.end(), [&](const Channel& c) {
    const double meant = approximate(reciprocal(claim.chart.waves, c));
    return std::abs(approximate(reciprocal(s.truth.waves, c)) - meant) <= kRounding * meant;
  });
}

}  // namespace

std::vector<Candidate> other_numbers(const Claim& claim) {
  const Function claimed = claim.chart.channels.front().function;
  std::vector<Candidate> found;
  const auto add = [&](std::string_view numbers, Chart chart) {
    Candidate s = as_claimed(claim, "reciprocal-frequency", {{"stored", std::string(numbers)}});
    s.truth = std::move(chart);
    found.push_back(std::move(s));
  };
  constexpr std::array<std::pair<Function, std::string_view>, 3> kNumbers = {
      {{Function::frequency, "frequencies"},
       {Function::period, "periods"},
       {Function::divisor, "divisors"}}};
  for (const auto& [function, numbers] : kNumbers)
    if (function != claimed) add(numbers, with_function(claim.chart, function));
  if (claim.chart.waves.context.scaling == Scaling::none) {  // then all divisors are 1
    std::erase_if(found, [](const Candidate& s) {
      return s.truth.channels.front().function == Function::divisor;
    });
    return found;
  }
  Chart factors = with_function(claim.chart, Function::frequency);
  for (Frequency& f : factors.waves.frequencies) f = {.factor = f.factor};
  factors.waves.context = {};
  add("factors that multiply frequencies", std::move(factors));
  found.back().given = Given::nearly;
  return found;
}

std::vector<Candidate> reciprocal_candidates(
    const Source& source, const Claim& claim,
    const std::function<std::vector<Candidate>(const Source&, const Claim&)>& list) {
  const Function function = claim.chart.channels.front().function;
  Claim frequencies = claim;
  frequencies.part = Part::inv_freq;
  frequencies.chart = with_function(claim.chart, Function::frequency);
  std::vector<Candidate> found = other_numbers(claim);
  for (Candidate& s : list(frequencies_of(source, claim.chart), frequencies)) {
    if (!s.recipe.empty() || s.alteration.any() || has(s.fault, Trait::kReciprocal)) continue;
    s.change_charts([&](Chart& c) { c = with_function(std::move(c), function); });
    if (!is_as_claimed(s, claim)) found.push_back(std::move(s));
  }
  return found;
}

}  // namespace sextant::verify
