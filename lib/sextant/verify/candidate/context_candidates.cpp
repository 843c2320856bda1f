#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/real/readable.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/recipe/bound/context_scaling_errors.hpp"
#include "sextant/recipe/rule/given_frequency.hpp"
#include "sextant/verify/candidate/candidate_lists.hpp"
#include "sextant/verify/observation/approximate.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/observation/fitted_context.hpp"

namespace sextant::verify {
namespace {

/// Returns the factor that a program computes instead of the factor of a pair.
using Change = std::function<Expression(const Expression& factor, int pair)>;

/// Builds the list of candidates.  Each is the claim with its context changed.
class ContextList {
 public:
  ContextList(const Claim& claim, const Rotary& rotary)
      : claim_(claim), rotary_(rotary), amplitude_(claim.chart.waves.amplitude) {}

  std::vector<Candidate> take() { return std::move(candidates_); }

  /// Adds the encoding after `change`; nothing is added if its context is invalid.
  template <class Change>
  void add(const char* fault, const Parameters& parameters, const Change& change) {
    Rotary other = rotary_;
    change(other, other.context);
    try {
      candidates_.push_back(of(fault, parameters, other));
    } catch (const Error&) {
    }
  }
  void add(std::vector<Candidate> others) { append(std::move(others), candidates_); }

  /// Scaling is missing, in full or for frequencies only, or is applied twice.  The attention
  /// factor is missing, or is applied to both tables of a score that includes it already.
  void scaling() {
    if (context().scaling != Scaling::none) {
      Rotary plain = rotary_;
      plain.context = {};
      const Candidate missing = of("scaling-missing", {}, plain);
      const bool amplified = missing.truth.waves.amplitude != amplitude_;
      candidates_.push_back(missing);
      if (amplified) candidates_.push_back(with_amplitude(missing, "kept", amplitude_));
      const Candidate twice =
          altered("scaling-doubled", {}, [](const Expression& phi, int) { return phi * phi; });
      add_other(twice);
      if (amplified) add_other(with_amplitude(twice, "squared", pow(amplitude_, 2)));
    }
    if (amplitude_ == 1) return;
    const Candidate own = of("amplitude", {}, rotary_);
    candidates_.push_back(with_amplitude(own, "missing", 1));
    candidates_.push_back(with_amplitude(own, "squared", pow(amplitude_, 2)));
  }

  /// Other conventions of YaRN, and exchanged parameters.  If the two factors of Llama 3 are
  /// exchanged, its program has no blended band, and one limit decides.
  void conventions() {
    const Context& claimed = context();
    if (claimed.scaling == Scaling::yarn || claimed.scaling == Scaling::llama3) {
      const Number two_pi = exact::nearest(kBinary128, Expression(2) * Expression::pi());
      add("wavelength", {{"wavelength", "1/frequency"}},
          [&](Rotary&, Context& c) { c.original *= to_rational(two_pi); });
    }
    if (claimed.scaling == Scaling::yarn) {
      const bool channels = claimed.clamp == Clamp::channels;
      add("yarn-truncate", {{"truncate", claimed.truncate ? "no" : "yes"}},
          [](Rotary&, Context& c) { c.truncate = !c.truncate; });
      add("yarn-clamp", {{"clamp", channels ? "pairs" : "channels"}},
          [&](Rotary&, Context& c) { c.clamp = channels ? Clamp::pairs : Clamp::channels; });
      add("bands-swapped", {{"swapped", "beta_fast and beta_slow"}},
          [](Rotary&, Context& c) { std::swap(c.beta_fast, c.beta_slow); });
      mscale_coefficients();
    }
    if (claimed.scaling == Scaling::proportional)
      add("partial-twice", {{"partial", to_text(claimed.partial * claimed.partial)}},
          [](Rotary&, Context& c) { c.partial = c.partial * c.partial; });
    if (claimed.scaling != Scaling::llama3) return;
    const char* both = "low_freq_factor and high_freq_factor";
    add("bands-swapped", {{"swapped", both}, {"decides", "high_freq_factor"}},
        [](Rotary&, Context& c) { c.low_freq_factor = c.high_freq_factor; });
    add("bands-swapped", {{"swapped", both}, {"decides", "low_freq_factor"}},
        [](Rotary&, Context& c) { c.high_freq_factor = c.low_freq_factor; });
  }

  /// YaRN's ramp with ends that are rounded down, up or not at all, other than by `truncate`.
  void ends_of_ramp() {
    const Context& c = context();
    const auto& claimed = claim_.chart.waves.frequencies;
    if (c.scaling != Scaling::yarn ||
        std::all_of(claimed.begin(), claimed.end(),
                    [](const auto& f) { return approximate(f.factor) == 1; }))
      return;
    constexpr std::array kWords = {"rounded down", "not rounded", "rounded up"};
    const auto ends = [&](const Rational& beta) {
      const Expression end = corr(c, rotary_.base, rotary_.dim, beta);
      return std::array{floor(end), end, ceil(end)};
    };
    const auto lows = ends(c.beta_fast), highs = ends(c.beta_slow);
    for (std::size_t k = 0; k < lows.size(); ++k) {
      for (std::size_t n = 0; n < highs.size(); ++n) {
        if ((k == 0 && n == 2) || (k == 1 && n == 1)) continue;  // what `truncate` says
        const auto all = yarn_between(c, rotary_.dim, lows[k], highs[n]);
        add_other(altered(
            "yarn-truncate", {{"beta-fast", kWords[k]}, {"beta-slow", kWords[n]}},
            [&](const Expression&, int pair) { return all[static_cast<std::size_t>(pair)]; }));
      }
    }
  }

  /// The coefficient of YaRN's amplitude that other programs have.
  void mscale_coefficients() {
    const Rational claimed = context().mscale_coefficient;
    for (const Rational& coefficient : {Rational(1, 10), Rational(7, 100)}) {
      Rotary other = rotary_;
      other.context.mscale_coefficient = coefficient;
      const Candidate s = of("scaling-parameters",
                             {{"mscale-coefficient", to_text(coefficient)},
                              {"claimed", "mscale-coefficient " + readable(claimed)}},
                             other);
      if (s.truth.waves.amplitude != amplitude_) candidates_.push_back(s);
    }
  }

  /// NTK mixed that counts pairs from 0, so that each pair has the factor of the pair before.
  void pairs_from_zero() {
    const std::vector<Expression> own = factors(context(), rotary_.base, rotary_.dim);
    add_other(altered("scaling-parameters",
                      {{"pairs", "counted from 0"}, {"claimed", "pairs counted from 1"}},
                      [&](const Expression&, int pair) {
                        return pair == 0 ? Expression(1) : own[static_cast<std::size_t>(pair - 1)];
                      }));
  }

  /// Exchanged lists of LongRoPE; base·f, base·f^(d/(d−1)) or base·f^(n/(n−2)) with n = d/2,
  /// instead of base·f^(d/(d−2)).
  void lists_and_powers() {
    const Context& claimed = context();
    const bool longer = claimed.length > claimed.original;
    const auto pairs = static_cast<std::size_t>(rotary_.dim / 2);
    if (claimed.scaling == Scaling::longrope && claimed.short_factor.size() == pairs &&
        claimed.long_factor.size() == pairs)
      add("longrope-list", {{"list", longer ? "short_factor" : "long_factor"}},
          [](Rotary&, Context& c) { std::swap(c.short_factor, c.long_factor); });
    if (claimed.scaling == Scaling::ntk_mixed) pairs_from_zero();
    if (claimed.scaling != Scaling::ntk && claimed.scaling != Scaling::dynamic) return;
    Rational times = claimed.factor;
    if (claimed.scaling == Scaling::dynamic && longer)
      times = times * claimed.length / claimed.original - times + 1;
    const Rational base = rotary_.base * times;
    add("wrong-base", {{"base", to_text(base)}, {"claimed", "base times a power of the factor"}},
        [&](Rotary& e, Context& c) { c = {}, e.base = base; });
    const int d = rotary_.dim;
    const auto power = [&](const char* exponent, const Rational& value) {
      const Rational by = value * (d - 2) / d;
      add_other(altered("scaling-parameters",
                        {{"exponent", exponent}, {"claimed", "exponent d/(d - 2)"}},
                        [by](const Expression& phi, int) { return pow(phi, by); }));
    };
    power("d/(d - 1)", Rational(d, d - 1));
    if (d > 4) power("n/(n - 2), n = d/2", Rational(d, d - 4));
  }

  /// Bases of other models with the claimed scaling, or without it.
  void bases(bool scaled) {
    if (context().scaling == Scaling::none) return;
    for (const Rational& base : bases_in_use()) {
      if (rotary_.base == base) continue;
      Parameters words = {{"base", to_text(base)}, {"claimed", to_text(rotary_.base)}};
      if (!scaled) words["scaling"] = "none";
      add("wrong-base", words, [&](Rotary& e, Context& c) {
        e.base = base;
        if (!scaled) c = {};
      });
    }
  }

  /// The kept and the divided band are exchanged.  Or the blend between them has exchanged weights,
  /// weights linear in wavelength, or averaged wavelengths.
  void bands() {
    const Context& c = context();
    const bool llama3 = c.scaling == Scaling::llama3;
    if ((!llama3 && c.scaling != Scaling::yarn) || c.factor == 1) return;
    const Expression one = 1, f = c.factor, less = Rational(c.factor - 1);
    add_other(altered("bands-swapped", {{"swapped", "the kept and the divided band"}},
                      [&](const Expression& phi, int) { return one + one / f - phi; }));
    const double least = 1 / static_cast<double>(c.factor);
    for (int which = 1; which < 8; ++which) {
      const bool by_wavelength = which & 4, of_wavelengths = which & 2, exchanged = which & 1;
      if (by_wavelength && !(llama3 && c.low_freq_factor < c.high_freq_factor)) continue;
      std::vector<const char*> words;
      if (exchanged) words.push_back("weights exchanged");
      if (by_wavelength) words.push_back("weights linear in the wavelength");
      if (of_wavelengths) words.push_back("wavelengths averaged");
      const auto blended = [&](const Expression& phi, int) {
        const double own = approximate(phi);
        if (std::abs(own - least) <= 0x1p-40 || std::abs(own - 1) <= 0x1p-40) return phi;
        Expression kept = (f * phi - one) / less;
        const Expression low = c.low_freq_factor;
        const Expression width = Rational(c.high_freq_factor - c.low_freq_factor);
        if (by_wavelength) kept = one - low * (one - kept) / (low + kept * width);
        if (exchanged) kept = one - kept;
        return of_wavelengths ? one / (f - less * kept) : (one + less * kept) / f;
      };
      // If the weights are exchanged, the bands may be too: add it under both names.
      if (which == 1) add_other(altered("bands-swapped", {{"blend", words.front()}}, blended));
      add_other(altered("blend", {{"blend", fmt::format("{}", fmt::join(words, ", "))}}, blended));
    }
  }

  /// Llama 3's rule is applied to its own result, and uses the wavelengths after the first scaling.
  void llama3_again() {
    if (context().scaling != Scaling::llama3) return;
    Waves plain = claim_.chart.waves;
    for (Frequency& f : plain.frequencies) f.factor = 1;
    FrequenciesAsAsked frequencies(plain);
    add_other(altered(
        "scaling-doubled", {{"how", "again"}},
        [&](const Expression& phi, int pair) {
          const double once = approximate(phi);
          return Expression(to_rational(from_double(once * banded(once * frequencies[pair]))));
        },
        true));
  }

  /// Contexts that explain the observed frequencies.  The context may scale only the frequencies:
  /// then the amplitude is the claimed one, or 1.
  void fitted(std::vector<FittedContext> fits, const ObservedWaves& seen) {
    for (FittedContext& fit : fits) {
      Candidate s = of(fit.fault, std::move(fit.parameters), fit.encoding);
      s.digits = fit.digits;
      const Expression own = s.truth.waves.amplitude;
      add_seen(s, seen);
      s.encoding.reset();
      if (amplitude_ != own) add_seen(with_amplitude(s, "kept", amplitude_), seen);
      if (own != 1 && amplitude_ != 1) add_seen(with_amplitude(s, "missing", 1), seen);
    }
  }

 private:
  const Context& context() const { return rotary_.context; }

  /// Returns the factor of Llama 3's rule for a frequency, in doubles.
  double banded(double omega) const {
    const auto of = [](const Rational& value) { return static_cast<double>(value); };
    const double waves = of(context().original) * omega / (2 * std::numbers::pi);
    const double low = of(context().low_freq_factor), high = of(context().high_freq_factor);
    const double kept = high > low ? std::clamp((waves - low) / (high - low), 0.0, 1.0)
                                   : static_cast<double>(waves > low);
    return kept + (1 - kept) / of(context().factor);
  }

  Candidate of(std::string fault, Parameters parameters, const Rotary& other) const {
    Candidate s = as_claimed(claim_, std::move(fault), std::move(parameters));
    const Waves& claimed = claim_.chart.waves;
    s.truth.waves = in_parts(chart(other), claimed.parts).waves;
    s.truth.waves.scale = claimed.scale;  // kept: another fault may have changed them
    s.truth.waves.origin = claimed.origin;
    s.encoding = other;
    return s;
  }

  static Candidate with_amplitude(Candidate s, const char* what, const Expression& amplitude) {
    s.parameters["amplitude"] = what;
    s.truth.waves.amplitude = amplitude;
    return s;
  }

  /// A candidate with factors that no recipe of the catalogue computes: its frequencies are given
  /// approximately.  Their tolerance is 32 roundings plus the error of the factor times the growth
  /// of the change.  If the change depends on the frequency, its error counts too.  If a rounding
  /// may decide a branch, the tolerance is 32 roundings only.
  ///                                                                               verdict.md, (32)
  Candidate altered(std::string fault, Parameters parameters, const Change& change,
                    bool of_frequency = false) const {
    constexpr double kStep = 0x1p-20;  // relative step of the difference quotient
    constexpr double kHost = 0x1p-53;  // unit roundoff of float64, in which contexts are prepared
    const double unit = std::ldexp(1.0, -claim_.formats.compute.precision);
    const double near = recipe::kNear * unit;
    const Waves claimed = exact::settled(claim_.chart).waves;
    const recipe::ContextScalingErrors errors(claimed, unit, kHost);
    Candidate s = of(std::move(fault), std::move(parameters), rotary_);
    for (int pair = 0; pair < s.truth.waves.pairs(); ++pair) {
      Frequency& f = s.truth.waves.frequencies[static_cast<std::size_t>(pair)];
      const double own = approximate(f.factor);
      f.factor = change(f.factor, pair);
      const double made = approximate(f.factor);
      const Expression beside = to_rational(from_double(own * (1 + kStep)));
      const double growth = std::abs(approximate(change(beside, pair)) - made) / (kStep * made);
      const double error = errors(pair, near) + (of_frequency ? near : 0);
      const double slack = near + std::max(1.0, growth) * error;
      f.slack = std::isfinite(slack) ? slack : near;
    }
    s.truth.waves.context = {};
    s.given = Given::nearly;
    s.encoding.reset();
    return s;
  }

  /// Adds a candidate unless it equals the claim: its tolerance would also accept the claim's
  /// table.
  void add_other(Candidate s) {
    if (!nearly_equal(s.truth.waves, claim_.chart.waves)) candidates_.push_back(std::move(s));
  }

  /// Adds a candidate if its amplitude is near the observed one.
  void add_seen(const Candidate& s, const ObservedWaves& seen) {
    constexpr double kNear = 0x1p-5;  // the observed amplitude is a median over noisy pairs
    const double amplitude = approximate(s.truth.waves.amplitude);
    if (!seen.amplitude || std::abs(seen.amplitude->value - amplitude) <= kNear * amplitude)
      candidates_.push_back(s);
  }

  const Claim& claim_;
  const Rotary& rotary_;
  const Expression amplitude_;
  std::vector<Candidate> candidates_;
};

}  // namespace

std::vector<Candidate> fitted_candidates(const Source& source, const Claim& claim, ShownBy by) {
  const auto* rotary = std::get_if<Rotary>(&claim.encoding);
  if (rotary == nullptr || rotary->law != Law::d) return {};
  ContextList list(claim, *rotary);
  const auto observed = [&](Base base) {
    return observed_waves(source, claim.chart, claim.formats.compute, base, by);
  };
  const ObservedWaves seen = observed(Base::claimed);
  list.fitted(fitted_contexts(*rotary, seen), seen);
  list.fitted(fitted_bases(*rotary, observed(Base::any)), seen);
  list.ends_of_ramp();  // other numbers may make the same integers, and come first
  return list.take();
}

std::vector<Candidate> context_candidates(const Claim& claim) {
  const auto* rotary = std::get_if<Rotary>(&claim.encoding);
  if (rotary == nullptr) return {};
  ContextList list(claim, *rotary);
  list.scaling();
  list.conventions();
  list.bands();
  list.llama3_again();
  list.lists_and_powers();
  if (rotary->context.scaling == Scaling::none) list.add(head_candidates(claim));
  return list.take();
}

std::vector<Candidate> kind_candidates(const Claim& claim) {
  const auto* rotary = std::get_if<Rotary>(&claim.encoding);
  if (rotary == nullptr) return {};
  ContextList list(claim, *rotary);
  list.fitted(other_kinds(*rotary), {});
  return list.take();
}

std::vector<Candidate> usual_bases(const Claim& claim, bool scaled) {
  const auto* rotary = std::get_if<Rotary>(&claim.encoding);
  if (rotary == nullptr) return {};
  ContextList list(claim, *rotary);
  list.bases(scaled);
  return list.take();
}

}  // namespace sextant::verify
