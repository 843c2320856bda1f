#include "sextant/verify/diagnosis/suspect_context.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "sextant/encoding/real/error.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/verify/diagnosis/approximate.hpp"
#include "sextant/verify/diagnosis/context_slack.hpp"
#include "sextant/verify/diagnosis/fitted_context.hpp"

namespace sextant::verify {
namespace {

class ContextLine {
 public:
  ContextLine(const Claim& claim, const Rotary& rotary)
      : claim_(claim), rotary_(rotary), slack_(claim) {}

  std::vector<Suspect> take() { return std::move(suspects_); }

  /// Nothing of the context, or its frequencies alone; its whole twice.
  void scaling() {
    if (context().scaling == Scaling::none) return;
    const Expression amplitude = claim_.chart.waves.amplitude;
    Rotary plain = rotary_;
    plain.context = {};
    const bool amplified = chart(plain).waves.amplitude != amplitude;
    for (const bool with_amplitude : {false, true}) {
      if (with_amplitude && !amplified) continue;
      Suspect s = of("scaling-missing", {}, plain);
      if (with_amplitude) {
        s.parameters["amplitude"] = "kept";
        s.truth.waves.amplitude = s.program.waves.amplitude = amplitude;
      }
      add(std::move(s));
    }
    Suspect s = altered("scaling-doubled", [](const Expression& phi) { return phi * phi; });
    slack_.grant(s, [](double, double) { return 2; });
    add(s);
    if (!amplified) return;
    s.parameters["amplitude"] = "squared";
    s.truth.waves.amplitude = s.program.waves.amplitude = pow(amplitude, 2);
    add(std::move(s));
  }

  /// The attention factor left out, or applied to both tables of a score that has it already.
  void amplitudes() {
    const Expression& amplitude = claim_.chart.waves.amplitude;
    if (amplitude == 1) return;
    for (const auto& [exponent, what] : {std::pair(0, "missing"), std::pair(2, "squared")}) {
      Suspect s = of("amplitude", {{"amplitude", what}}, rotary_);
      s.truth.waves.amplitude = s.program.waves.amplitude = pow(amplitude, exponent);
      add(std::move(s));
    }
  }

  /// Other models' bases: of a base in a context nothing is estimated.
  void bases() {
    if (context().scaling == Scaling::none) return;
    for (const int base :
         {10000, 50000, 100000, 150000, 160000, 500000, 1000000, 5000000, 8000000, 10000000}) {
      if (rotary_.base == base) continue;
      for (const bool scaled : {true, false}) {
        Rotary other = rotary_;
        other.base = base;
        if (!scaled) other.context = {};
        Parameters parameters = {{"base", to_text(other.base)}, {"claimed", to_text(rotary_.base)}};
        if (!scaled) parameters["scaling"] = "none";
        try {
          add(of("wrong-base", std::move(parameters), other));
        } catch (const Error&) {  // a context that means nothing at that base
        }
      }
    }
  }

  void yarn() {
    if (context().scaling != Scaling::yarn) return;
    Rotary other = rotary_;
    other.context.truncate = !context().truncate;
    add(of("yarn-truncate", {{"truncate", other.context.truncate ? "yes" : "no"}}, other));
    other = rotary_;
    const bool channels = context().clamp == Clamp::channels;
    other.context.clamp = channels ? Clamp::pairs : Clamp::channels;
    add(of("yarn-clamp", {{"clamp", channels ? "pairs" : "channels"}}, other));
    other = rotary_;
    std::swap(other.context.beta_fast, other.context.beta_slow);
    add(of("bands-swapped", {{"swapped", "beta_fast and beta_slow"}}, other));
  }

  /// With its two factors swapped a program meets no blended band, and one end decides.
  void llama3() {
    if (context().scaling != Scaling::llama3) return;
    for (const bool high : {true, false}) {
      Rotary other = rotary_;
      Context& c = other.context;
      (high ? c.low_freq_factor : c.high_freq_factor) =
          high ? c.high_freq_factor : c.low_freq_factor;
      add(of("bands-swapped",
             {{"swapped", "low_freq_factor and high_freq_factor"},
              {"decides", high ? "high_freq_factor" : "low_freq_factor"}},
             other));
    }
    Rotary other = rotary_;
    const Number two_pi = exact::nearest(kBinary128, Expression(2) * Expression::pi());
    other.context.original = context().original * to_rational(two_pi);
    add(of("wavelength", {{"wavelength", "1/frequency"}}, other));
  }

  /// The bands that are kept and divided exchanged.
  void bands() {
    if (!blended()) return;
    const Expression ends = Expression(Rational(1 + 1 / context().factor));
    Suspect s = altered("bands-swapped", [&](const Expression& phi) { return ends - phi; });
    s.parameters["swapped"] = "the kept and the divided band";
    slack_.grant(s, [](double own, double other) { return own / other; });
    add(std::move(s));
  }

  /// Between the bands, weights that are exchanged, or that are linear in wavelengths and not in
  /// frequencies; or wavelengths averaged.
  void blends() {
    if (!blended()) return;
    const Context& c = context();
    const bool bands = c.scaling == Scaling::llama3 && c.low_freq_factor < c.high_freq_factor;
    for (const bool by_wavelength : {false, true}) {
      for (const bool of_wavelengths : {false, true}) {
        for (const bool exchanged : {false, true}) {
          std::string blend = exchanged ? "weights exchanged" : "";
          const auto say = [&](bool is, const char* what) {
            if (is) blend += std::string(blend.empty() ? "" : ", ") + what;
          };
          say(by_wavelength, "weights linear in the wavelength");
          say(of_wavelengths, "wavelengths averaged");
          if (blend.empty() || (by_wavelength && !bands)) continue;
          const auto blend_of = [&](const auto& phi) {
            using Real = std::decay_t<decltype(phi)>;
            const auto number = [](const Rational& x) {
              if constexpr (std::is_same_v<Real, double>)
                return static_cast<double>(x);
              else
                return Expression(x);
            };
            const Real one = number(1), f = number(c.factor);
            Real kept = (f * phi - one) / (f - one);
            const Real low = number(c.low_freq_factor);
            const Real width = number(Rational(c.high_freq_factor - c.low_freq_factor));
            if (by_wavelength) kept = one - low * (one - kept) / (low + kept * width);
            if (exchanged) kept = one - kept;
            return of_wavelengths ? one / (f - (f - one) * kept) : (one + (f - one) * kept) / f;
          };
          const double least = 1 / static_cast<double>(c.factor);
          const auto between = [&](double phi) {
            return std::abs(phi - least) > 0x1p-40 && std::abs(phi - 1) > 0x1p-40;
          };
          const bool weights = exchanged && !by_wavelength && !of_wavelengths;
          Suspect s = altered(weights ? "bands-swapped" : "blend", [&](const Expression& phi) {
            return between(approximate(phi)) ? blend_of(phi) : phi;
          });
          s.parameters["blend"] = blend;
          slack_.grant(s, [&](double own, double other) {
            constexpr double kStep = 0x1p-20;  // for a derivative
            if (!between(own)) return 1.0;
            return 1 + std::abs(blend_of(own * (1 + kStep)) - other) / (kStep * other);
          });
          add(std::move(s));
        }
      }
    }
  }

  /// Llama 3's rule applied to its own result: it then goes by the wavelengths that it has made.
  void llama3_again() {
    if (context().scaling != Scaling::llama3) return;
    Suspect s = altered("scaling-doubled", [](const Expression& phi) { return phi; });
    s.parameters["how"] = "again";
    const std::vector<double> once = approximate_frequencies(claim_.chart.waves);
    const std::vector<double> slack = slack_.again(once);
    for (std::size_t pair = 0; pair < once.size(); ++pair) {
      const Rational twice = to_rational(from_double(once[pair] * banded(once[pair])));
      s.truth.waves.frequencies[pair] = {.coefficient = twice, .slack = slack[pair]};
    }
    s.program = s.truth;
    add(std::move(s));
  }

  void longrope() {
    if (context().scaling != Scaling::longrope) return;
    const bool is_long = context().length > context().original;
    Rotary other = rotary_;
    std::swap(other.context.short_factor, other.context.long_factor);
    const auto pairs = static_cast<std::size_t>(rotary_.dim / 2);
    if (other.context.short_factor.size() != pairs || other.context.long_factor.size() != pairs)
      return;
    add(of("longrope-list", {{"list", is_long ? "short_factor" : "long_factor"}}, other));
  }

  /// base·f for base·f^(d/(d−2)).
  void ntk() {
    const Context& c = context();
    if (c.scaling != Scaling::ntk && c.scaling != Scaling::dynamic) return;
    Rotary other = rotary_;
    other.context = {};
    const bool longer = c.scaling == Scaling::dynamic && c.length > c.original;
    other.base *= longer ? Rational(c.factor * c.length / c.original - c.factor + 1) : c.factor;
    add(of("wrong-base",
           {{"base", to_text(other.base)}, {"claimed", "base times a power of the factor"}},
           other));
  }

  /// Over the channels of a head of which a part is rotated; of half a head it is the numbers of
  /// `exponent-halved`, and called that.
  void heads() {
    if (context().scaling != Scaling::none) return;
    for (const Rational& times : {Rational(4), Rational(4, 3), Rational(8, 3), Rational(5, 2)}) {
      const Rational head = times * rotary_.dim;
      if (!is_integer(head)) continue;
      Suspect s = of("exponent-over-head", {{"head", to_text(head)}}, rotary_);
      Waves& waves = s.truth.waves;
      waves.geometric.divisor = head;
      for (int pair = 0; pair < waves.pairs(); ++pair)
        waves.frequencies[static_cast<std::size_t>(pair)] = waves.geometric[pair];
      s.program = s.truth;
      add(std::move(s));
    }
  }

  /// Contexts that make the frequencies seen.  A factor may go into the frequencies alone: then the
  /// amplitude is as claimed, or 1.
  void fitted(const WavesSeen& seen) {
    const auto add_all = [&](const char* fault, const std::vector<FittedContext>& contexts) {
      for (const FittedContext& fit : contexts) {
        Suspect s = of(fault, fit.parameters, fit.encoding);
        const Expression own = s.truth.waves.amplitude;
        const Expression& claimed = claim_.chart.waves.amplitude;
        add_seen(s, seen);
        s.encoding.reset();
        if (claimed != own) {
          s.parameters["amplitude"] = "kept";
          s.truth.waves.amplitude = s.program.waves.amplitude = claimed;
          add_seen(s, seen);
        }
        if (own == 1 || claimed == 1) continue;
        s.parameters["amplitude"] = "missing";
        s.truth.waves.amplitude = s.program.waves.amplitude = 1;
        add_seen(s, seen);
      }
    };
    add_all("scaling-parameters", fitted_parameters(rotary_, seen));
    add_all("scaling-kind", fitted_kinds(rotary_, seen));
  }

  /// Frequencies that nobody wrote: memory of zeros, or of numbers next to it.
  void uninitialised() {
    Suspect s = altered("uninitialised", [](const Expression&) { return Expression(0); });
    s.parameters["frequencies"] = "0";
    add(std::move(s));
  }

 private:
  const Context& context() const { return rotary_.context; }

  /// Whether frequencies are kept, divided, or blended between.
  bool blended() const {
    const Scaling scaling = context().scaling;
    return (scaling == Scaling::llama3 || scaling == Scaling::yarn) && context().factor != 1;
  }

  /// What Llama 3's rule makes of a frequency, in doubles: nearly what any program does.
  double banded(double omega) const {
    const auto of = [](const Rational& value) { return static_cast<double>(value); };
    const double waves = of(context().original) * omega / (2 * std::numbers::pi);
    const double low = of(context().low_freq_factor);
    const double high = of(context().high_freq_factor);
    const double kept = high > low ? std::clamp((waves - low) / (high - low), 0.0, 1.0)
                                   : static_cast<double>(waves > low);
    return kept + (1 - kept) / of(context().factor);
  }

  Suspect of(std::string fault, Parameters parameters, const Rotary& other) const {
    Suspect s{.fault = std::move(fault),
              .parameters = std::move(parameters),
              .truth = claim_.chart,
              .program = {},
              .formats = claim_.formats};
    const Waves& claimed = claim_.chart.waves;
    s.truth.waves = in_parts(chart(other), claimed.parts).waves;
    s.truth.waves.scale = claimed.scale;  // another fault may have changed these
    s.truth.waves.origin = claimed.origin;
    s.program = s.truth;
    s.encoding = other;
    return s;
  }

  /// What no program of the catalogue makes of a factor: frequencies are nearly given.
  template <class Change>
  Suspect altered(std::string fault, const Change& change) const {
    Suspect s = of(std::move(fault), {}, rotary_);
    for (Frequency& f : s.truth.waves.frequencies) f.factor = change(f.factor);
    s.truth.waves.context = {};
    s.program = s.truth;
    s.given = Given::nearly;
    s.encoding.reset();
    return s;
  }

  /// Adds a suspect whose amplitude is about the one seen.
  void add_seen(const Suspect& s, const WavesSeen& seen) {
    constexpr double kNear = 0x1p-5;  // pairs' amplitudes are medians of noisy ones
    const double amplitude = approximate(s.truth.waves.amplitude);
    if (!seen.amplitude || std::abs(seen.amplitude->value - amplitude) <= kNear * amplitude) add(s);
  }

  /// A change that changes nothing is no fault, and would grant what is near to the claim.
  void add(Suspect s) {
    if (s.given != Given::nearly || !nearly_equal(s.truth.waves, claim_.chart.waves))
      suspects_.push_back(std::move(s));
  }

  const Claim& claim_;
  const Rotary& rotary_;
  ContextSlack slack_;
  std::vector<Suspect> suspects_;
};

}  // namespace

std::vector<Suspect> fitted_suspects(const Source& source, const Claim& claim) {
  const auto* rotary = std::get_if<Rotary>(&claim.encoding);
  if (rotary == nullptr || rotary->law != Law::d) return {};
  ContextLine line(claim, *rotary);
  line.fitted(seen_waves(source, claim.chart, claim.formats.compute));
  return line.take();
}

std::vector<Suspect> context_suspects(const Claim& claim) {
  const auto* rotary = std::get_if<Rotary>(&claim.encoding);
  if (rotary == nullptr) return {};
  ContextLine line(claim, *rotary);
  line.scaling();
  line.amplitudes();
  line.yarn();
  line.llama3();
  line.bands();
  line.blends();
  line.llama3_again();
  line.longrope();
  line.ntk();
  line.heads();
  line.bases();
  line.uninitialised();
  return line.take();
}

}  // namespace sextant::verify
