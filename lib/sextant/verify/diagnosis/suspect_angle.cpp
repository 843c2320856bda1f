#include "sextant/verify/diagnosis/suspect_angle.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "sextant/verify/diagnosis/estimate.hpp"
#include "sextant/verify/diagnosis/suspect_positions.hpp"
#include "sextant/verify/rows/clean_subranges.hpp"
#include "sextant/verify/rows/written_digits.hpp"

namespace sextant::verify {
namespace {

/// All rows, and some of them where others may be disturbed.
std::vector<Source> looked_at(const Source& source, Search search) {
  std::vector<Source> found = {source};
  if (search == Search::direct) return found;
  for (Source& some : clean_subranges(source, {32, 12})) found.push_back(std::move(some));
  return found;
}

/// Adds what is not there yet.
template <class T>
void append(const std::vector<T>& more, std::vector<T>& all) {
  for (const T& one : more)
    if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
}

bool has(const Chart& chart, Function function) {
  return std::any_of(chart.channels.begin(), chart.channels.end(),
                     [&](const Channel& c) { return c.function == function; });
}

void add_scales(const Source& source, const Claim& claim, const exact::Oracle& oracle,
                Search search, std::vector<Suspect>& suspects) {
  const Format& compute = claim.formats.compute;
  std::vector<Rational> scales;
  for (const Source& rows : looked_at(source, search)) {
    append(likely_scales(rows, oracle, compute), scales);
    if (search == Search::among_others) append(likely_scales(rows, oracle, compute, false), scales);
  }
  for (const Rational& scale : scales) {
    Suspect s = as_claimed(claim, "position-scale", {{"scale", to_text(scale)}});
    s.truth.waves.scale *= scale;
    s.digits = written_digits(scale);
    s.program = s.truth;
    suspects.push_back(std::move(s));
  }
}

/// A phase of all pairs.
Suspect moved(Suspect s, const Rational& phase) {
  Waves& waves = s.truth.waves;
  std::vector<Rational> phases;
  for (int pair = 0; pair < waves.pairs(); ++pair) phases.push_back(waves.phase(pair) + phase);
  waves.phases = std::move(phases);
  s.program = s.truth;
  return s;
}

/// A phase of one function: its channels have pairs of their own then.
Suspect split(Suspect s, const Rational& phase, Function function) {
  Waves& waves = s.truth.waves;
  const int pairs = waves.pairs();
  waves.phases.assign(static_cast<std::size_t>(pairs), 0);
  waves.phases.insert(waves.phases.end(), static_cast<std::size_t>(pairs), phase);
  const auto known = waves.frequencies;
  waves.frequencies.insert(waves.frequencies.end(), known.begin(), known.end());
  for (Channel& c : s.truth.channels) c.pair += c.function == function ? pairs : 0;
  waves.context = {};  // it is in the frequencies
  s.given = Given::nearly;
  return s;
}

void add_phases(const Source& source, const Claim& claim, const exact::Oracle& oracle,
                Search search, std::vector<Suspect>& suspects) {
  const auto cause = [&](const PhaseSeen& seen, const char* of) {
    Parameters parameters = {{"phase", fmt::format("{}", static_cast<double>(seen.radians))},
                             {"of", of}};
    if (!seen.pi.empty()) parameters["pi"] = seen.pi;
    if (!seen.taken.empty()) parameters["pi_taken_for"] = seen.taken;
    Suspect s = as_claimed(claim, "phase", std::move(parameters));
    if (seen.pi.empty() && seen.taken.empty()) s.digits = written_digits(seen.radians);
    return s;
  };
  const auto seen_of = [&](std::optional<Function> of) {
    std::vector<PhaseSeen> phases;
    for (const Source& rows : looked_at(source, search))
      append(likely_phases(rows, oracle, claim.formats.compute, of), phases);
    // Beside another fault noise looks like anything.
    if (search == Search::among_others)
      std::erase_if(phases, [](const PhaseSeen& seen) { return seen.faint; });
    return phases;
  };
  for (const PhaseSeen& seen : seen_of(std::nullopt))
    suspects.push_back(moved(cause(seen, "all"), seen.radians));
  if (!has(claim.chart, Function::sine) || !has(claim.chart, Function::cosine)) return;
  for (const Function f : {Function::cosine, Function::sine}) {
    for (const PhaseSeen& seen : seen_of(f))
      suspects.push_back(
          split(cause(seen, f == Function::cosine ? "cosines" : "sines"), seen.radians, f));
  }
}

}  // namespace

std::vector<Suspect> angle_suspects(const Source& source, const Claim& claim, Search search) {
  std::vector<Suspect> suspects;
  if (claim.part == Part::inv_freq || !claim.chart.waves.phases.empty()) return suspects;
  const exact::Oracle oracle(claim.chart);
  add_scales(source, claim, oracle, search, suspects);
  add_phases(source, claim, oracle, search, suspects);
  return suspects;
}

}  // namespace sextant::verify
