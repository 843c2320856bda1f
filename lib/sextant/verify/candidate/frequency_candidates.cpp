#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/number/pi.hpp"
#include "sextant/recipe/rule/given_frequency.hpp"
#include "sextant/verify/candidate/candidate_lists.hpp"
#include "sextant/verify/observation/approximate.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/rows/index_ranges.hpp"
#include "sextant/verify/rows/written_digits.hpp"

namespace sextant::verify {
namespace {

constexpr int kMostPairsApart = 4;

bool scaled(const Claim& claim) { return claim.chart.waves.context.scaling != Scaling::none; }

/// Whether the claimed frequencies are powers of a base.  Others have no exponents.
bool of_powers(const Claim& claim) {
  return claim.chart.waves.geometric.spacing == Spacing::powers;
}

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
  std::string fault;
  Parameters parameters;
  int multiplier;
  Rational divisor;
  int shift = 0;
  bool recipes = true;  ///< recipes compute these frequencies; otherwise they are given

  /// Returns how much the exponent decreases from pair to pair.
  double fall() const { return multiplier / static_cast<double>(divisor); }

  bool operator==(const Exponents&) const = default;
};

std::vector<Exponents> other_laws(const Claim& claim) {
  const GeometricFrequencies& l = claim.chart.waves.geometric;
  const Rational half = Rational(dim(claim.encoding) / 2);
  std::vector<Exponents> laws = {
      {"exponent-halved", {{"factor", "1/2"}}, l.multiplier, l.divisor * 2}};
  if (l.multiplier == 1)  // the claimed law is half-minus-shift
    laws.push_back({"exponent-denominator", {{"law", "d"}}, 1, half});
  for (const int more : {-1, 1}) {
    const Rational divisor = l.multiplier == 1 ? half + Rational(more, 2) : l.divisor + more;
    if (divisor > 0)
      laws.push_back({"exponent-denominator",
                      {{"divisor", more < 0 ? "d - 1" : "d + 1"}},
                      l.multiplier,
                      divisor});
  }
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
  laws.push_back({"reciprocal-frequency", {}, -l.multiplier, l.divisor});
  return laws;
}

Candidate as_given(Candidate s) {
  s.truth.waves.context = {};  // the frequencies include it
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
  return s;
}

/// What a claim's context makes of another frequency in the place of a pair's own: one that goes
/// by the place, by the exponent (another base) or, in Llama 3's bands, by the frequency.
void scale(const Claim& claim, int pair, Frequency& f) {
  const Waves& waves = claim.chart.waves;
  const Context& c = waves.context;
  const Frequency& own = waves.frequencies[static_cast<std::size_t>(pair)];
  f.factor = own.factor;
  if (c.scaling == Scaling::ntk || c.scaling == Scaling::dynamic) {
    const Frequency& next = waves.frequencies[1];
    f.factor = pow(next.factor, Rational(f.exponent / next.exponent));
  }
  if (c.scaling != Scaling::llama3) return;
  const Expression turns =
      Expression(Rational(c.original / 2)) * pow(Expression(f.base), f.exponent) / Expression::pi();
  const Rational gap = c.high_freq_factor - c.low_freq_factor, divided = 1 / c.factor;
  const Expression kept = (turns - Expression(c.low_freq_factor)) / Expression(gap);
  f.factor = Expression(divided) + Expression(Rational(1 - divided)) * min(max(kept, 0), 1);
  // What is blended goes by an inexact frequency: (f - 1)·high/gap of its error at most, (32).
  const double growth = std::abs(static_cast<double>((c.factor - 1) * c.high_freq_factor / gap));
  constexpr double kBeside = 0x1p-10;  // of a band's end, where roundings decide
  const double weight = approximate(kept);
  if (-kBeside < weight && weight < 1 + kBeside)
    f.slack = recipe::kNear * std::ldexp(1 + growth, -claim.formats.compute.precision);
}

/// A candidate with other exponents in the claim's context; nullopt where its bands have no width.
std::optional<Candidate> in_context(const Claim& claim, Candidate s) {
  const Context& c = claim.chart.waves.context;
  if (c.scaling == Scaling::none) return s;
  if (c.scaling == Scaling::llama3 && c.high_freq_factor <= c.low_freq_factor) return std::nullopt;
  const auto& channels = claim.chart.channels;
  for (std::size_t j = 0; j < channels.size(); ++j)
    scale(claim, channels[j].pair,
          s.truth.waves.frequencies[static_cast<std::size_t>(s.truth.channels[j].pair)]);
  return as_given(std::move(s));
}

std::vector<Candidate> of_laws(const Claim& claim, const std::vector<Exponents>& laws) {
  std::vector<Candidate> candidates;
  for (const Exponents& law : laws) {
    auto s = in_context(claim, with_exponents(claim, law, claim.chart.waves.geometric.base));
    if (s) candidates.push_back(*std::move(s));
  }
  return candidates;
}

/// Returns the claim of a scaled rotary encoding without its context.
Claim without_context(const Claim& claim) {
  Rotary plain = std::get<Rotary>(claim.encoding);
  plain.context = {};
  Claim found = claim;
  found.encoding = plain;
  found.chart.waves.frequencies = in_parts(chart(plain), claim.chart.waves.parts).waves.frequencies;
  found.chart.waves.context = {};
  found.chart.waves.amplitude = 1;
  return found;
}

/// Every column has its own exponent, of its number or twice its number.
std::vector<Candidate> by_column(const Claim& claim) {
  std::vector<Candidate> candidates;
  const auto& channels = claim.chart.channels;
  if (static_cast<int>(channels.size()) != dim(claim.encoding) || !has_only_waves(claim.chart))
    return candidates;
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
    s = as_given(std::move(s));
    if (auto scaled = in_context(claim, std::move(s))) candidates.push_back(*std::move(scaled));
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

constexpr double kFewDigits = 4;       // of a base
constexpr double kImitated = 0x1p-12;  // of an exponent's step, within which two laws are alike

/// Returns the law of exponents over a whole head that gives the frequencies of a base with many
/// digits; nullopt if no even number of channels does.                              verdict.md,
/// (36)
std::optional<Exponents> over_head(const Rational& base, const Claim& claim) {
  const GeometricFrequencies& l = claim.chart.waves.geometric;
  if (scaled(claim) || l.multiplier != 2 || written_digits(base) <= kFewDigits) return std::nullopt;
  const auto divisor = static_cast<double>(l.divisor);
  const double log_claimed = std::log(static_cast<double>(l.base));
  const double log_base = std::log(static_cast<double>(base));
  const double head = 2 * std::nearbyint(divisor * log_claimed / log_base / 2);
  const bool other = head > 0 && std::abs(head - divisor) > 2;  // those are among other_laws
  if (!other || std::abs(log_base / divisor - log_claimed / head) > kImitated / divisor)
    return std::nullopt;
  const auto whole = static_cast<long>(head);
  return Exponents{"exponent-over-head", {{"head", std::to_string(whole)}}, 2, Rational(whole)};
}

/// Returns whether a base is not a separate fault.  Either a program takes it for the claimed base
/// that rounds bases, their logarithms or the ratio of two frequencies, (36).  Or it has many
/// digits and another law of exponents with the claimed base gives nearly the same frequencies:
/// then that law is the fault.
///                                                                                 verdict.md, (36)
bool is_no_other(const Rational& base, const Claim& claim) {
  const GeometricFrequencies& l = claim.chart.waves.geometric;
  const double log_claimed = std::log(static_cast<double>(l.base));
  const double log_base = std::log(static_cast<double>(base));
  const double roundings =
      std::max(4 * (1 + std::abs(log_claimed)), static_cast<double>(claim.chart.waves.pairs()));
  const double ulps = std::ldexp(roundings, -claim.formats.compute.precision);
  if (std::abs(static_cast<double>(base) / static_cast<double>(l.base) - 1) <= ulps) return true;
  if (written_digits(base) <= kFewDigits) return false;
  const auto divisor = static_cast<double>(l.divisor);
  const auto imitated = [&](const Exponents& law) {
    const double off = log_base * l.multiplier / divisor - log_claimed * law.fall();
    return std::abs(off) <= kImitated / divisor;
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
    if (const auto head = over_head(base, claim)) {
      const bool last = !candidates.empty() && candidates.back().parameters == head->parameters;
      if (!last) candidates.push_back(with_exponents(claim, *head, l.base));
      candidates.back().digits = written_digits(head->divisor);
    }
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
      s.truth.waves.frequencies = chart(*rotary).waves.frequencies;
    candidates.push_back(std::move(s));
  }
  return candidates;
}

/// A factor as text if it is n·pi or 1/(n·pi), such as "2 pi" or "1/(2 pi)"; else empty.
std::string text_by_pi(const Rational& factor) {
  const Rational multiple = factor / lower_pi(), fraction = 1 / (factor * lower_pi());
  if (is_integer(multiple)) return multiple == 1 ? "pi" : to_text(multiple) + " pi";
  if (!is_integer(fraction)) return "";
  return fraction == 1 ? "1/pi" : "1/(" + to_text(fraction) + " pi)";
}

/// Adds a phase to all pairs, or to one function, whose channels then get pairs of their own.
Candidate with_phase(Candidate s, const Rational& phase, const std::optional<Function>& of) {
  if (of) s.own_program = s.truth;
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
  }
  waves.phases = std::move(phases);
  return s;
}

}  // namespace

std::vector<Candidate> law_candidates(const Claim& claim) {
  const Waves& waves = claim.chart.waves;
  const auto* rotary = std::get_if<Rotary>(&claim.encoding);
  const bool unknown = rotary != nullptr && rotary->context != waves.context;  // of another fault
  if (unknown || !waves.phases.empty() || waves.pairs() < 3 || !of_powers(claim)) return {};
  std::vector<Candidate> candidates = of_laws(claim, wrong_places(claim));
  const auto add = [&](std::vector<Candidate> more) { append(std::move(more), candidates); };
  if (scaled(claim)) {
    Candidate reciprocal =
        with_exponents(claim, wrong_places(claim).back(), claim.chart.waves.geometric.base);
    for (Frequency& f : reciprocal.truth.waves.frequencies)
      if (f.factor != 0) f.factor = Expression(1) / f.factor;
    add({as_given(std::move(reciprocal))});  // of the scaled frequency
    std::vector<Exponents> laws = other_laws(claim);
    append(over_heads(claim), laws);
    add(of_laws(claim, laws));
    append(wrong_places(claim), laws);
    for (Candidate& s : of_laws(without_context(claim), laws)) {
      s.second_cause = {"scaling-missing"};
      candidates.push_back(std::move(s));
    }
  }
  add(by_column(claim));
  return candidates;
}

std::vector<Candidate> head_candidates(const Claim& claim) {
  if (!of_powers(claim)) return {};
  return of_laws(claim, over_heads(claim));
}

std::vector<Candidate> frequency_candidates(const Source& source, const Claim& claim,
                                            Search search) {
  std::vector<Candidate> candidates;
  const auto add = [&](std::vector<Candidate> more) { append(std::move(more), candidates); };
  if (!of_powers(claim)) return rounded_candidates(source, claim);
  if (!scaled(claim)) add(of_laws(claim, other_laws(claim)));
  // Before bases: rounded frequencies may fit a base of many digits.
  add(rounded_candidates(source, claim));
  add(base_candidates(source, claim, search));
  return candidates;
}

std::vector<Candidate> angle_candidates(const Source& source, const Claim& claim, Search search) {
  std::vector<Candidate> candidates;
  if (!claim.chart.waves.phases.empty()) return candidates;
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
  if (others)  // with an offset it would fit other faults: verdict.md, (27)
    std::erase_if(scales, [](const Rational& x) { return abs(x - 1) <= Rational(1, 64); });
  for (const Rational& scale : scales) {
    const std::string by_pi = text_by_pi(scale);
    Candidate s =
        as_claimed(claim, "position-scale", {{"scale", by_pi.empty() ? to_text(scale) : by_pi}});
    if (claim.part == Part::inv_freq) {
      for (Frequency& f : s.truth.waves.frequencies) f.coefficient *= scale;
      s = as_given(std::move(s));
    } else {
      s.truth.waves.scale *= scale;
    }
    if (by_pi.empty()) s.digits = written_digits(scale);
    candidates.push_back(std::move(s));
  }
  if (claim.part == Part::inv_freq) return candidates;
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
      if (seen.faint) s.digits = kWrittenDigits + 1;  // it may be noise: verdict.md, (36)
      s = with_phase(std::move(s), seen.radians, of);
      // Of cosines it may be what a quarter turn is off by, whose sines they are.
      constexpr double kOff = 0x1p-8;
      const bool cosines = of == Function::cosine || !has(claim.chart, Function::sine);
      if (!cosines || std::abs(static_cast<double>(seen.radians)) > kOff) {
        candidates.push_back(std::move(s));
        continue;
      }
      Candidate quarter = s;
      quarter.fault = "quarter-turn-cosine";
      quarter.parameters.erase("of");
      if (!seen.rounded) std::swap(quarter, s);
      candidates.push_back(std::move(quarter));
      candidates.push_back(std::move(s));
    }
  }
  return candidates;
}

}  // namespace sextant::verify
