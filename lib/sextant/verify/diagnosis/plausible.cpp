#include "sextant/verify/diagnosis/plausible.hpp"

#include <algorithm>
#include <cmath>

#include "sextant/number/round.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/recipe/rule/given_frequency.hpp"
#include "sextant/verify/diagnosis/approximate.hpp"
#include "sextant/verify/diagnosis/rough_truth.hpp"
#include "sextant/verify/diagnosis/suspect_positions.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kRowsLookedAt = 12;
constexpr double kUnsound = 64;  // times the tolerance, for recipes that lose digits

/// An angle as a chain has it; nothing where rounding errors decide which of two it becomes.
std::optional<double> angle_of(double angle, const recipe::ComputeFormats& formats) {
  const auto& format = formats.intermediate.angle;
  if (!format) return angle;
  const double off = std::abs(angle) * kMargin * std::ldexp(32.0, -formats.compute.precision);
  const double least = round_to(*format, angle - off, formats.intermediate.rounding);
  const double most = round_to(*format, angle + off, formats.intermediate.rounding);
  return least == most ? std::optional(least) : std::nullopt;
}

/// How many times the roundings of a sound recipe a suspect's frequency may have.
double roundings(const Suspect& suspect, int pair) {
  const double slack = suspect.truth.waves.frequencies[static_cast<std::size_t>(pair)].slack;
  const double near = recipe::kNear * std::ldexp(1.0, -suspect.formats.compute.precision);
  return std::max(suspect.recipe.empty() ? 1 : kUnsound, slack / near);
}

}  // namespace

bool bounded(const Positions& rows, const Format& store, const Suspect& suspect,
             const Format& compute) {
  const auto moved = shifted(rows, suspect.shift);
  if (!moved) return false;
  const Waves& waves = suspect.truth.waves;
  const auto origin = static_cast<double>(waves.origin);
  double farthest = 0, fastest = 0;
  for (std::uint64_t row = 0; row < moved->count; ++row)
    farthest = std::max(farthest, std::abs(static_cast<double>((*moved)[row]) + origin));
  FrequenciesAsAsked frequencies(waves);
  for (int pair = 0; pair < waves.pairs(); ++pair)
    fastest = std::max(fastest, std::abs(frequencies[pair]));
  const double angle = std::abs(static_cast<double>(waves.scale)) * farthest * fastest;
  return allowance(store, compute, angle).has_value();
}

Look::Look(const Source& source)
    : rows_(sample(source, kRowsLookedAt)), glance_(glance(rows_, 0, rows_.rows)) {}

void Look::Agreement::add(double got, double want, double within) {
  if (!std::isfinite(got)) return;
  ++asked;
  differ += std::abs(got - want) <= within ? 0 : 1;
}

bool Look::could_be(const Suspect& suspect, bool whole) const {
  const bool runs = !suspect.recipe.empty() && recipe::entry(suspect.recipe).sequential;
  if (runs && !suspect.within_bound) return true;  // its bits decide
  const auto seen = compare(suspect, whole ? 0 : glance_.values.size() / 8);
  return seen && seen->enough();
}

std::optional<double> Look::agreement(const Suspect& suspect) const {
  const auto seen = compare(suspect, glance_.values.size());
  if (!seen || seen->asked == 0) return std::nullopt;
  return 1 - static_cast<double>(seen->differ) / static_cast<double>(seen->asked);
}

std::optional<Look::Agreement> Look::compare(const Suspect& suspect, std::size_t most) const {
  const bool runs = !suspect.recipe.empty() && recipe::entry(suspect.recipe).sequential;
  const Waves& waves = suspect.truth.waves;
  const auto moved = shifted(rows_.positions, suspect.shift);
  const auto places = moved ? rounded(*moved, suspect) : std::nullopt;
  if (!places) return std::nullopt;
  FrequenciesAsAsked frequencies(waves);
  const auto scale = static_cast<double>(waves.scale);
  const auto origin = static_cast<double>(waves.origin);
  const double size = std::abs(approximate(waves.amplitude));
  Agreement agreement{.most = most};
  for (std::size_t row = 0; row < glance_.positions.size(); ++row) {
    if (agreement.lost()) return agreement;
    const Position p = (*places)[row];
    for (std::size_t j = 0; j < glance_.columns; ++j) {
      const Channel& c = suspect.truth.channels[j];
      if (!is_wave(c.function) && c.function != Function::frequency) continue;
      const double omega = frequencies[c.pair];
      const double times = roundings(suspect, c.pair);
      if (c.function == Function::frequency) {  // it errs as an angle of 1 does, relatively
        const double least = std::ldexp(kMargin, rows_.format.emin - rows_.format.precision);
        const auto allowed = allowance(rows_.format, suspect.formats.compute, times);
        if (allowed) agreement.add(glance_.at(row, j), omega, std::abs(omega) * *allowed + least);
        continue;
      }
      const auto seen =
          angle_of(scale * (static_cast<double>(p) + origin) * omega, suspect.formats);
      if (!seen) continue;
      const double angle = *seen + static_cast<double>(waves.phase(c.pair));
      const double steps = runs ? std::abs(static_cast<double>(p - (*places)[0])) : 0;
      const auto allowed =
          allowance(rows_.format, suspect.formats.compute, times * std::abs(angle) + steps);
      if (!allowed) continue;
      const double wave = c.function == Function::sine ? std::sin(angle) : std::cos(angle);
      const double want = is_blank(c, waves.zero_row, p) ? 0 : size * wave;
      agreement.add(glance_.at(row, j), want, size * *allowed);
    }
  }
  return agreement;
}

}  // namespace sextant::verify
