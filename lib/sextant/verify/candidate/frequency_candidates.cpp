#include "sextant/verify/candidate/frequency_candidates.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/rows/clean_subranges.hpp"
#include "sextant/verify/rows/written_digits.hpp"

namespace sextant::verify {
namespace {

constexpr int kMostPairsApart = 4;

bool scaled(const Claim& claim) { return claim.chart.waves.context.scaling != Scaling::none; }

bool has(const Chart& chart, Function function) {
  return std::any_of(chart.channels.begin(), chart.channels.end(),
                     [&](const Channel& c) { return c.function == function; });
}

/// Appends the elements that `all` does not contain yet.
template <class T>
void append(const std::vector<T>& more, std::vector<T>& all) {
  for (const T& one : more)
    if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
}

/// Other exponents of a base: −multiplier·(pair + shift)/divisor.
struct Exponents {
  const char* fault;
  Parameters parameters;
  int multiplier;
  Rational divisor;
  int shift = 0;
  bool recipes = true;  ///< recipes compute these frequencies; otherwise they are given

  /// Returns how much the exponent decreases from pair to pair.
  double fall() const { return multiplier / static_cast<double>(divisor); }
};

std::vector<Exponents> other_laws(const Claim& claim) {
  const GeometricFrequencies& l = claim.chart.waves.geometric;
  const Rational half = Rational(dim(claim.encoding) / 2);
  std::vector<Exponents> laws = {
      {"exponent-halved", {{"factor", "1/2"}}, l.multiplier, l.divisor * 2}};
  if (l.multiplier == 1)  // the claimed law is half-minus-shift
    laws.push_back({"exponent-denominator", {{"law", "d"}}, 1, half});
  for (const int shift : {1, -1}) {
    if (half - shift > 0 && Rational((half - shift) * l.multiplier) != Rational(l.divisor))
      laws.push_back({"exponent-denominator",
                      {{"law", "half-minus-shift"}, {"shift", shift}},
                      1,
                      half - shift});
  }
  return laws;
}

/// Exponents over a larger head.  Twice the dimension is left out: it equals `exponent-halved`.
std::vector<Exponents> over_heads(const Claim& claim) {
  std::vector<Exponents> laws;
  for (const Rational& times : {Rational(4), Rational(4, 3), Rational(8, 3), Rational(5, 2)}) {
    const Rational head = times * dim(claim.encoding);
    if (is_integer(head))
      laws.push_back({"exponent-over-head",
                      {{"head", to_text(head)}},
                      claim.chart.waves.geometric.multiplier,
                      head});
  }
  return laws;
}

std::vector<Exponents> wrong_places(const Claim& claim) {
  const GeometricFrequencies& l = claim.chart.waves.geometric;
  std::vector<Exponents> laws;
  for (int by = 1; by <= kMostPairsApart; ++by)
    for (const int shift : {by, -by})
      laws.push_back({"pair-index", {{"pairs", shift}}, l.multiplier, l.divisor, shift, false});
  laws.push_back({"reciprocal-frequency", {}, -l.multiplier, l.divisor, 0, false});
  return laws;
}

Candidate as_given(Candidate s) {
  s.truth.waves.context = {};  // the frequencies include it
  s.program = s.truth;
  s.given = Given::nearly;
  return s;
}

/// Factors of frequencies are kept, for example those of a context.
Candidate with_exponents(const Claim& claim, const Exponents& other, const Rational& base) {
  Candidate s = as_claimed(claim, other.fault, other.parameters);
  Waves& waves = s.truth.waves;
  for (int pair = 0; pair < waves.pairs(); ++pair) {
    Frequency& f = waves.frequencies[static_cast<std::size_t>(pair)];
    f.base = base;
    f.exponent = -Rational(other.multiplier * (pair + other.shift)) / other.divisor;
  }
  if (!other.recipes) return as_given(std::move(s));
  waves.geometric = {base, other.multiplier, other.divisor};
  s.program = s.truth;
  return s;
}

std::vector<Candidate> of_laws(const Claim& claim, const std::vector<Exponents>& laws) {
  std::vector<Candidate> candidates;
  for (const Exponents& law : laws)
    candidates.push_back(with_exponents(claim, law, claim.chart.waves.geometric.base));
  return candidates;
}

/// Every column has its own exponent, of its number or twice its number.
std::vector<Candidate> by_column(const Claim& claim) {
  std::vector<Candidate> candidates;
  const auto& channels = claim.chart.channels;
  if (!has(claim.chart, Function::sine) || !has(claim.chart, Function::cosine)) return candidates;
  for (const int times : {2, 1}) {
    Candidate s =
        as_claimed(claim, "exponent-by-column",
                   {{"exponent", std::string(times == 2 ? "2j/d" : "j/d") + " of column j"}});
    s.truth.waves.frequencies.clear();
    for (int j = 0; j < static_cast<int>(channels.size()); ++j) {
      s.truth.waves.frequencies.push_back(
          {.base = claim.chart.waves.geometric.base,
           .exponent = Rational(-times * j) / static_cast<int>(channels.size())});
      s.truth.channels[static_cast<std::size_t>(j)].pair = j;
    }
    candidates.push_back(as_given(std::move(s)));
  }
  return candidates;
}

/// Returns the bases that explain the table.  If rows may be misplaced, also those that differences
/// of rows, or clean subranges, indicate, and the bases in use.
std::vector<Rational> bases_of(const Source& source, const Claim& claim, Search search) {
  std::vector<Rational> bases;
  if (scaled(claim)) search = Search::direct;
  const auto likely = [&](const Source& rows, bool placed) {
    const Format& compute = claim.formats.compute;
    append(likely_bases(rows, claim.chart, compute, placed), bases);
    // float64 is informative at larger positions.
    if (compute != kFloat64) append(likely_bases(rows, claim.chart, kFloat64, placed), bases);
  };
  likely(source, true);
  if (search == Search::direct) return bases;
  likely(source, false);
  if (claim.part != Part::inv_freq)
    for (const Source& rows : clean_subranges(source, {64, 16})) likely(rows, true);
  append(bases_in_use(), bases);
  return bases;
}

/// Returns whether a base is not a separate fault.  Either it rounds to the claimed base, (9).  Or
/// it has many digits and another law of exponents with the claimed base gives nearly the same
/// frequencies: then that law is the fault.
///                                                                                  verdict.md, (9)
bool is_no_other(const Rational& base, const Claim& claim) {
  constexpr double kDigits = 4;
  const GeometricFrequencies& l = claim.chart.waves.geometric;
  const double log_claimed = std::log(static_cast<double>(l.base));
  const double log_base = std::log(static_cast<double>(base));
  const double ulps = std::ldexp(4 * (1 + std::abs(log_claimed)), -claim.formats.compute.precision);
  if (std::abs(static_cast<double>(base) / static_cast<double>(l.base) - 1) <= ulps) return true;
  if (written_digits(base) <= kDigits) return false;
  const auto divisor = static_cast<double>(l.divisor);
  const auto imitated = [&](const Exponents& law) {
    const double off = log_base * l.multiplier / divisor - log_claimed * law.fall();
    return std::abs(off) <= 0x1p-12 / divisor;
  };
  const auto any = [&](const std::vector<Exponents>& laws) {
    return std::any_of(laws.begin(), laws.end(), imitated);
  };
  return (!scaled(claim) && any(other_laws(claim))) || any(over_heads(claim));
}

std::vector<Candidate> base_candidates(const Source& source, const Claim& claim, Search search) {
  const GeometricFrequencies& l = claim.chart.waves.geometric;
  std::vector<Candidate> candidates;
  for (const Rational& base : bases_of(source, claim, search)) {
    if (base <= 1 || is_no_other(base, claim)) continue;  // its logarithm is not positive
    Candidate s = with_exponents(claim,
                                 {"wrong-base",
                                  {{"base", to_text(base)}, {"claimed", to_text(l.base)}},
                                  l.multiplier,
                                  l.divisor},
                                 base);
    s.encoding = claim.encoding;
    s.digits = written_digits(base);
    set_field(*s.encoding, "base", to_text(base));
    // The scaling of a frequency may depend on the base.
    if (const auto* rotary = std::get_if<Rotary>(&*s.encoding);
        rotary != nullptr && rotary->context.scaling != Scaling::none && l.divisor == rotary->dim)
      s.truth.waves.frequencies = s.program.waves.frequencies = chart(*rotary).waves.frequencies;
    candidates.push_back(std::move(s));
  }
  return candidates;
}

/// Adds a phase to all pairs, or to one function, whose channels then get pairs of their own.
Candidate with_phase(Candidate s, const Rational& phase, const std::optional<Function>& of) {
  Waves& waves = s.truth.waves;
  const int pairs = waves.pairs();
  std::vector<Rational> phases;
  for (int pair = 0; pair < pairs; ++pair)
    phases.push_back(waves.phase(pair) + (of ? Rational(0) : phase));
  if (of) {
    phases.insert(phases.end(), static_cast<std::size_t>(pairs), phase);
    const auto known = waves.frequencies;
    waves.frequencies.insert(waves.frequencies.end(), known.begin(), known.end());
    for (Channel& c : s.truth.channels) c.pair += c.function == of ? pairs : 0;
    waves.context = {};  // the frequencies include it
    s.given = Given::nearly;
  } else {
    s.program.waves.phases = phases;
  }
  waves.phases = std::move(phases);
  return s;
}

}  // namespace

std::vector<Candidate> law_candidates(const Claim& claim) {
  const Waves& waves = claim.chart.waves;
  const auto* rotary = std::get_if<Rotary>(&claim.encoding);
  const bool in_context = rotary != nullptr && rotary->context.scaling != Scaling::none;
  if (in_context || !waves.phases.empty() || waves.pairs() < 3) return {};
  std::vector<Candidate> candidates = of_laws(claim, wrong_places(claim));
  for (Candidate& s : by_column(claim)) candidates.push_back(std::move(s));
  return candidates;
}

std::vector<Candidate> head_candidates(const Claim& claim) {
  return of_laws(claim, over_heads(claim));
}

std::vector<Candidate> frequency_candidates(const Source& source, const Claim& claim,
                                            Search search) {
  std::vector<Candidate> candidates;
  const auto add = [&](std::vector<Candidate> more) {
    for (Candidate& s : more) candidates.push_back(std::move(s));
  };
  // Context scaling for another number of channels is not defined.
  if (!scaled(claim)) add(of_laws(claim, other_laws(claim)));
  // Before bases: rounded frequencies may fit a base of many digits.
  add(rounded_candidates(source, claim));
  add(base_candidates(source, claim, search));
  return candidates;
}

std::vector<Candidate> angle_candidates(const Source& source, const Claim& claim, Search search) {
  std::vector<Candidate> candidates;
  if (claim.part == Part::inv_freq || !claim.chart.waves.phases.empty()) return candidates;
  const exact::Oracle oracle(claim.chart);
  const Format& compute = claim.formats.compute;
  const bool others = search == Search::among_others;
  std::vector<Source> ranges = {source};
  if (others)
    for (Source& some : clean_subranges(source, {32, 12})) ranges.push_back(std::move(some));
  std::vector<Rational> scales;
  for (const Source& rows : ranges) {
    append(likely_scales(rows, oracle, compute), scales);
    if (others) append(likely_scales(rows, oracle, compute, false), scales);
  }
  for (const Rational& scale : scales) {
    Candidate s = as_claimed(claim, "position-scale", {{"scale", to_text(scale)}});
    s.truth.waves.scale *= scale;
    s.digits = written_digits(scale);
    s.program = s.truth;
    candidates.push_back(std::move(s));
  }
  const bool both = has(claim.chart, Function::sine) && has(claim.chart, Function::cosine);
  for (const auto& [of, words] :
       {std::pair<std::optional<Function>, const char*>{std::nullopt, "all"},
        {Function::cosine, "cosines"},
        {Function::sine, "sines"}}) {
    if (of && !both) break;
    std::vector<ObservedPhase> phases;
    for (const Source& rows : ranges) append(likely_phases(rows, oracle, compute, of), phases);
    for (const ObservedPhase& seen : phases) {
      if (others && seen.faint) continue;  // together with another fault it may be noise
      Candidate s = as_claimed(
          claim, "phase",
          {{"phase", fmt::format("{}", static_cast<double>(seen.radians))}, {"of", words}});
      if (!seen.pi.empty()) s.parameters["pi"] = seen.pi;
      if (!seen.taken.empty()) s.parameters["pi_taken_for"] = seen.taken;
      if (seen.pi.empty() && seen.taken.empty()) s.digits = written_digits(seen.radians);
      candidates.push_back(with_phase(std::move(s), seen.radians, of));
    }
  }
  return candidates;
}

}  // namespace sextant::verify
