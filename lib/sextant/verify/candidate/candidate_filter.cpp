#include "sextant/verify/candidate/candidate_filter.hpp"

#include <algorithm>
#include <cmath>

#include "sextant/number/round.hpp"
#include "sextant/recipe/catalogue/bias_catalogue.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/recipe/rule/given_frequency.hpp"
#include "sextant/verify/candidate/candidate_positions.hpp"
#include "sextant/verify/observation/approximate.hpp"
#include "sextant/verify/observation/approximate_reference.hpp"
#include "sextant/verify/rows/approximate_scale.hpp"
#include "sextant/verify/rows/index_ranges.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kFilteredRows = 12;
constexpr double kUnsound = 64;  // factor on the tolerance, for recipes that lose digits

/// Returns the angle after its intermediate rounding; nullopt if rounding errors decide between two
/// results.
std::optional<double> angle_of(double angle, const recipe::ComputeFormats& formats) {
  const auto& format = formats.intermediate.angle;
  if (!format) return angle;
  const double off = std::abs(angle) * kMargin * std::ldexp(32.0, -formats.compute.precision);
  const double least = round_to(*format, angle - off, formats.intermediate.rounding);
  const double most = round_to(*format, angle + off, formats.intermediate.rounding);
  return least == most ? std::optional(least) : std::nullopt;
}

/// Returns the factor on the angle's rounding errors: the frequency error of the candidate, in
/// units of that of a sound recipe.
double roundings(const Candidate& candidate, int pair) {
  const double slack = candidate.truth.waves.frequencies[static_cast<std::size_t>(pair)].slack;
  const double near = recipe::kNear * std::ldexp(1.0, -candidate.formats.compute.precision);
  return std::max(candidate.recipe.empty() ? 1 : kUnsound, slack / near);
}

}  // namespace

bool bounded(const Positions& rows, const Format& store, const Candidate& candidate,
             const Format& compute, double part) {
  const auto moved = shifted(rows, candidate.shift);
  if (!moved) return false;
  const Waves& waves = candidate.truth.waves;
  const auto origin = static_cast<double>(waves.origin);
  const auto [least, most] = extremes(*moved);
  const double farthest = std::max(std::abs(static_cast<double>(least) + origin),
                                   std::abs(static_cast<double>(most) + origin));
  double fastest = 0;
  FrequenciesAsAsked frequencies(waves);
  for (int pair = 0; pair < waves.pairs(); ++pair)
    fastest = std::max(fastest, std::abs(frequencies[pair]));
  const double angle = std::abs(static_cast<double>(waves.scale)) * farthest * fastest;
  return allowance(store, compute, part * angle).has_value();
}

CandidateFilter::CandidateFilter(const Source& source)
    : rows_(sample(source, kFilteredRows)), window_(row_window(rows_, 0, rows_.rows)) {}

void CandidateFilter::Agreement::add(double got, double want, double within) {
  if (!std::isfinite(got)) return;
  ++asked;
  differ += std::abs(got - want) <= within ? 0 : 1;
  differ_negated += std::abs(got + want) <= within ? 0 : 1;
}

bool CandidateFilter::admits(const Candidate& candidate, bool whole) const {
  const bool runs = !candidate.recipe.empty() && recipe::entry(candidate.recipe).sequential;
  if (runs && !candidate.within_bound) return true;  // tested bit for bit, not by bounds
  const auto seen = compare(candidate, whole ? 0 : window_.values.size() / 8);
  return seen && seen->enough();
}

std::optional<double> CandidateFilter::agreement(const Candidate& candidate) const {
  const auto seen = compare(candidate, window_.values.size());
  if (!seen || seen->asked == 0) return std::nullopt;
  const std::size_t differ = std::min(seen->differ, seen->differ_negated);
  return 1 - static_cast<double>(differ) / static_cast<double>(seen->asked);
}

CandidateFilter::Agreement CandidateFilter::compare_biases(const Candidate& candidate,
                                                           const Positions& places,
                                                           std::size_t most) const {
  Agreement agreement{.most = most};
  if (!candidate.recipe.empty()) return agreement;  // a recipe that loses digits
  const ApproximateReference truth(candidate.truth, candidate.formats, rows_.format);
  if (truth.columns().empty()) return agreement;  // a rounding may decide the step
  for (std::size_t row = 0; row < window_.positions.size() && !agreement.lost(); ++row) {
    for (std::size_t j = 0; j < window_.columns; ++j) {
      const auto entry = truth.entry(truth.channel(j), places[row]);
      if (entry) agreement.add(window_.at(row, j), entry->want, entry->within);
    }
  }
  return agreement;
}

std::optional<CandidateFilter::Agreement> CandidateFilter::compare(const Candidate& candidate,
                                                                   std::size_t most) const {
  const bool runs = !candidate.recipe.empty() && recipe::entry(candidate.recipe).sequential;
  const Waves& waves = candidate.truth.waves;
  const auto places = computed_from(rows_.positions, candidate);
  if (!places) return std::nullopt;
  if (recipe::of_bias(candidate.truth)) return compare_biases(candidate, *places, most);
  FrequenciesAsAsked frequencies(waves);
  const Format& store = rows_.format;
  const auto scale = static_cast<double>(waves.scale);
  const auto origin = static_cast<double>(waves.origin);
  const double size = std::abs(approximate(waves.amplitude));
  Agreement agreement{.most = most};
  for (std::size_t row = 0; row < window_.positions.size(); ++row) {
    if (agreement.lost()) return agreement;
    const Position p = (*places)[row];
    for (std::size_t j = 0; j < window_.columns; ++j) {
      const Channel& c = candidate.truth.channels[j];
      if (!is_wave(c.function) && c.function != Function::frequency) continue;
      const double omega = frequencies[c.pair];
      const double times = roundings(candidate, c.pair);
      if (c.function == Function::frequency) {  // its relative error is that of an angle of 1
        const double least = std::ldexp(kMargin, store.emin - store.precision);
        const auto allowed = allowance(store, candidate.formats.compute, times);
        if (allowed) agreement.add(window_.at(row, j), omega, std::abs(omega) * *allowed + least);
        continue;
      }
      const auto seen =
          angle_of(scale * (static_cast<double>(p) + origin) * omega, candidate.formats);
      if (!seen) continue;
      const double angle = *seen + static_cast<double>(waves.phase(c.pair));
      const double steps = runs ? std::abs(static_cast<double>(p - (*places)[0])) : 0;
      const auto allowed =
          allowance(store, candidate.formats.compute, times * std::abs(angle) + steps);
      if (!allowed) continue;
      const double wave = c.function == Function::sine ? std::sin(angle) : std::cos(angle);
      const double factor = size * approximate_scale(waves, p, c.pair);
      const double want = is_blank(c, waves.zero_row, p) ? 0 : factor * wave;
      agreement.add(window_.at(row, j), want, factor * *allowed);
    }
  }
  return agreement;
}

}  // namespace sextant::verify
