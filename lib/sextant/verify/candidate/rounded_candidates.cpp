#include <cmath>
#include <set>
#include <utility>

#include "sextant/number/round.hpp"
#include "sextant/verify/candidate/candidate_lists.hpp"
#include "sextant/verify/candidate/candidate_positions.hpp"
#include "sextant/verify/observation/approximate.hpp"
#include "sextant/verify/observation/estimate.hpp"

namespace sextant::verify {
namespace {

/// The input format of NVIDIA's tensor cores: float32 without its last 13 bits.
constexpr Format kTf32{11, -126, 127, 0};

/// Error of a frequency in float32 before it is rounded further, in roundings.  Some twenty ulps
/// come from the argument of exp.
constexpr int kBefore = 32;
/// Error of a frequency that is computed in a narrow format, in its steps.  The argument of exp, up
/// to ln 10^6, errs by half an ulp of its own size.
constexpr int kComputedSteps = 24;

/// A fault that rounds frequencies, and perhaps other numbers.
struct Narrowing {
  const char* fault;
  Format format;
  Parameters parameters;
  Rounding rounding = Rounding::nearest_even;
  bool divides = false;    ///< the reciprocals of the frequencies are rounded
  bool positions = false;  ///< positions are rounded to the same format
  bool angles = false;     ///< angles are rounded to the same format
  bool computed = false;  ///< frequencies are computed in this format, and err by some of its steps
  bool scaled = false;    ///< the scale of the angles is part of the rounded frequencies
};

/// Returns the values that a frequency may have before rounding, the most accurate first.
std::vector<double> beforehand(double exactly, const Narrowing& n) {
  const int step = n.computed || n.format == kFloat32 ? 1 : kBefore;
  const int last = n.computed ? kComputedSteps : kBefore;
  const int bits = n.computed ? n.format.precision : 24;
  std::vector<double> candidates = {exactly};
  for (int k = step; k <= last; k += step)
    for (const int sign : {1, -1})
      candidates.push_back(exactly * (1 + sign * std::ldexp(k, -bits)));
  return candidates;
}

/// Returns a frequency, or its divisor, after rounding.  A divisor may overflow: the frequency is
/// then 0.  nullopt if the frequency cannot be computed.
std::optional<double> narrowed(double omega, const Narrowing& n) {
  if (n.divides && omega == 0) return std::nullopt;
  const double value = round_to(n.format, n.divides ? 1 / omega : omega, n.rounding);
  if (n.divides ? value == 0 : !std::isfinite(value)) return std::nullopt;
  return value;
}

/// What the columns of a function hold: the sine or the cosine of their angles, times a factor.
/// Another fault may exchange the functions, or change signs and amplitudes.
struct ScaledWave {
  Function wave = Function::sine;
  double factor = 1;

  double at(double angle) const {
    return factor * (wave == Function::sine ? std::sin(angle) : std::cos(angle));
  }
};

/// Returns the wave and the factor that fit the columns of a function best, by least squares, with
/// the angles before rounding, `angle(row, pair)`.  The other wave is used only if it leaves less
/// than half of the squares.  The factor is ±1 if it is near that: a small error of it would move
/// the frequencies of slow pairs.  It is 1 if it is below 1/4.
template <class Angle>
ScaledWave fitted_wave(const RowWindow& g, const Chart& chart, Function function,
                       const Angle& angle) {
  constexpr double kClearly = 0.5, kLeast = 0.25, kNear = 1.0 / 64;
  const auto fit = [&](Function wave) {
    double dot = 0, norm = 0, squares = 0;
    for (std::size_t r = 0; r < g.positions.size(); ++r) {
      for (std::size_t j = 0; j < g.columns; ++j) {
        const Channel& c = chart.channels[j];
        const double got = g.at(r, j);
        if (c.function != function || !std::isfinite(got)) continue;
        const double want = ScaledWave{wave}.at(angle(r, static_cast<std::size_t>(c.pair)));
        dot += got * want, norm += want * want, squares += got * got;
      }
    }
    const double factor = norm > 0 ? dot / norm : 0, size = std::abs(factor);
    const double used = size < kLeast                ? 1
                        : std::abs(size - 1) < kNear ? std::copysign(1, factor)
                                                     : factor;
    return std::pair(squares - factor * dot, ScaledWave{wave, used});
  };
  const auto own = fit(function);
  const auto other = fit(function == Function::sine ? Function::cosine : Function::sine);
  return other.first < kClearly * own.first ? other.second : own.second;
}

/// Returns the rounded frequencies of a chart.  If several are possible, the one with the least
/// squares of errors in the table is taken.  nullopt if 8 bits cannot hold one of them.
std::optional<std::vector<Rational>> rounded_frequencies(const Source& source, const Chart& chart,
                                                         const Narrowing& n) {
  const RowWindow g = sampled_rows(source);
  const Waves& waves = chart.waves;
  std::vector<double> exactly = approximate_frequencies(waves);
  auto scale = static_cast<double>(waves.scale);
  const auto origin = static_cast<double>(waves.origin);
  if (n.scaled)
    for (double& omega : exactly) omega *= scale;
  if (n.scaled) scale = 1;
  std::vector<std::vector<std::size_t>> columns(exactly.size());
  for (std::size_t j = 0; j < chart.channels.size(); ++j)
    columns[static_cast<std::size_t>(chart.channels[j].pair)].push_back(j);
  const auto angle = [&](std::size_t r, double omega) {
    return scale * (static_cast<double>(g.positions[r]) + origin) * omega;
  };
  const auto before = [&](std::size_t r, std::size_t pair) { return angle(r, exactly[pair]); };
  const ScaledWave in_sines = fitted_wave(g, chart, Function::sine, before);
  const ScaledWave in_cosines = fitted_wave(g, chart, Function::cosine, before);
  const auto misfit = [&](std::size_t pair, double omega) {
    double sum = 0;
    for (std::size_t r = 0; r < g.positions.size(); ++r) {
      const double held = n.angles ? round_to(n.format, angle(r, omega)) : angle(r, omega);
      for (const std::size_t j : columns[pair]) {
        const Function f = chart.channels[j].function;
        const double off = g.at(r, j) - (f == Function::sine     ? in_sines.at(held)
                                         : f == Function::cosine ? in_cosines.at(held)
                                                                 : omega);
        if (std::isfinite(off)) sum += off * off;
      }
    }
    return sum;
  };
  std::vector<Rational> found;
  for (std::size_t pair = 0; pair < exactly.size(); ++pair) {
    std::optional<std::pair<double, double>> best;  // sum of squares, and value
    for (const double candidate : beforehand(exactly[pair], n)) {
      const auto value = narrowed(candidate, n);
      if (!value || (best && best->second == *value)) continue;
      const double bad = misfit(pair, n.divides ? 1 / *value : *value);
      if (!best || bad < best->first) best = {bad, *value};
    }
    if (!best && n.format.storage_bits == 8) return std::nullopt;
    const double value = best ? best->second : exactly[pair];
    const bool divides = best && n.divides;
    found.push_back(!divides            ? to_rational(from_double(value))
                    : std::isinf(value) ? Rational(0)
                                        : Rational(1 / to_rational(from_double(value))));
  }
  return found;
}

/// Returns the claim with the rounded frequencies of the table; nullopt if a position overflows, or
/// a frequency in 8 bits.
std::optional<Candidate> narrowed(const Source& source, const Claim& claim, const Narrowing& n) {
  Candidate s = as_claimed(claim, n.fault, n.parameters);
  auto& intermediate = s.formats.intermediate;
  std::optional<Source> rows = source;
  intermediate.frequency = n.format;
  if (n.angles) intermediate.angle = n.format;
  if (n.positions) {
    s = with_origin_in_positions(std::move(s));
    intermediate.position = n.format, intermediate.rounding = n.rounding;
    rows = sample(source, kSampledRows);
    rows = at(*rows, shifted(rows->positions, s.shift));
    if (rows) rows = at(*rows, rounded(rows->positions, s));
  }
  if (!rows) return std::nullopt;
  const auto frequencies = rounded_frequencies(*rows, s.truth, n);
  if (!frequencies) return std::nullopt;
  s.given = Given::exactly;
  s.own_program = s.truth;
  s.truth.waves.context = {};  // the frequencies include it
  if (n.scaled) s.truth.waves.scale = 1;
  for (std::size_t pair = 0; pair < frequencies->size(); ++pair)
    s.truth.waves.frequencies[pair] = {.coefficient = (*frequencies)[pair]};
  return s;
}

}  // namespace

std::vector<Candidate> rounded_candidates(const Source& source, const Claim& claim) {
  std::vector<Candidate> candidates;
  std::set<std::vector<Rational>> seen;
  for (const Format& format : {kBfloat16, kFloat16, kFloat32, kFloat8E4m3fn, kFloat8E5m2}) {
    if (format.precision >= claim.formats.compute.precision) continue;
    for (const bool divides : {false, true}) {
      // A divisor in float32 is as accurate, and one of 8 bits is not tried.
      if (divides && format.storage_bits != 16) continue;
      Narrowing n{"frequency-rounded", format, {{"format", format.name()}}};
      if (divides) n.parameters["of"] = "the divisor";
      n.divides = divides;
      for (const bool scaled : {false, true}) {
        if (scaled && claim.chart.waves.scale == 1) continue;
        n.scaled = scaled;
        auto s = narrowed(source, claim, n);
        if (!s) continue;
        std::vector<Rational> frequencies;
        for (const Frequency& f : s->truth.waves.frequencies) frequencies.push_back(f.coefficient);
        const bool is_new = seen.insert(std::move(frequencies)).second;
        if (is_new && !same_angles(s->truth.waves, claim.chart.waves))
          candidates.push_back(*std::move(s));
      }
    }
  }
  return candidates;
}

std::vector<Candidate> product_candidates(const Source& source, const Claim& claim) {
  std::vector<Candidate> candidates;
  if (claim.part == Part::inv_freq || claim.chart.waves.parts != 1) return candidates;
  const bool counts = counts_from_origin(claim);
  const auto add = [&](Narrowing n) {
    for (const bool scaled : {false, true}) {
      n.scaled = scaled;
      const bool other = counts && (!scaled || claim.chart.waves.scale != 1);
      auto s = other ? narrowed(source, claim, n) : std::nullopt;
      if (s) candidates.push_back(*std::move(s));
    }
  };
  const Rounding even = Rounding::nearest_even;
  for (const Format& format : {kBfloat16, kFloat16}) {
    const auto of = [&](const char* what) {
      return Parameters{{"format", format.name()}, {"of", what}};
    };
    candidates.push_back(as_claimed(claim, "computed-in-half", of("the angle")));
    candidates.back().formats.intermediate.angle = format;
    add({"computed-in-half", format, of("the product"), even, false, true, true});
    add({"computed-in-half", format, of("every step"), even, false, true, true, true});
  }
  if (claim.formats.compute != kFloat32) return candidates;
  using Conversion = std::pair<Rounding, const char*>;
  for (const auto& [rounding, name] : {Conversion(Rounding::nearest_away, "to nearest"),
                                       Conversion(Rounding::nearest_even, "to nearest even"),
                                       Conversion(Rounding::toward_zero, "toward zero")})
    add({"tf32-product", kTf32, {{"conversion", name}}, rounding, false, true});
  return candidates;
}

}  // namespace sextant::verify
