#include "sextant/verify/observation/fitted_context.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/real/readable.hpp"
#include "sextant/encoding/text/field.hpp"
#include "sextant/verify/observation/approximate.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/rows/written_digits.hpp"

namespace sextant::verify {
namespace {

constexpr int kHalvings = 48;  // bisection steps, from 50 octaves to 2⁻⁴² of an octave
constexpr double kStep = 4;    // factor of steps away from the starting value
constexpr double kWide = 1.1;  // if a range is wider than this factor, it is reported
// Maximum probability that a range contains a number of that few digits by accident.
constexpr double kChance = 0x1p-4;
constexpr double kFewDigits = 2;  // numbers of up to two digits are always plausible
constexpr int kMostOctaves = 16;  // octaves of a range that are searched
constexpr std::size_t kMostValues = 4;
// Minimum amplitude for an estimate of the factor; it belongs to a factor of 1.6.
constexpr double kAmplified = 1.05;
constexpr int kUsualContext = 8192;
// Maximum number of predicted frequencies: where each pair has many ranges, anything fits some.
constexpr std::uint64_t kMostPredicted = std::uint64_t{1} << 19;
constexpr double kOversized = 1024;  // a larger factor is more likely the base

/// A parameter of a context scaling, or the base.  Frequencies depend monotonically on it.
struct Number {
  std::string_view name;
  Rational Context::*value;  ///< nullptr: the base
  double least, most;        ///< search range
  bool slows;                ///< frequencies decrease with the parameter
  bool whole = false;        ///< it is an integer

  Rational& of(Rotary& e) const { return value == nullptr ? e.base : e.context.*value; }
  const Rational& of(const Rotary& e) const { return value == nullptr ? e.base : e.context.*value; }
};

constexpr Number kFactor{"factor", &Context::factor, 0x1p-6, 0x1p40, true};
constexpr Number kOriginal{"original-context", &Context::original, 0x1p8, 0x1p40, false, true};
constexpr Number kLength{"seq-len", &Context::length, 0x1p4, 0x1p50, true, true};
constexpr Number kBetaFast{"beta-fast", &Context::beta_fast, 0x1p-8, 0x1p20, true};
constexpr Number kBetaSlow{"beta-slow", &Context::beta_slow, 0x1p-8, 0x1p20, true};
constexpr Number kLow{"low-freq-factor", &Context::low_freq_factor, 0x1p-8, 0x1p20, true};
constexpr Number kHigh{"high-freq-factor", &Context::high_freq_factor, 0x1p-8, 0x1p20, true};
constexpr Number kMixedB{"mixed-b", &Context::mixed_b, 0x1p-6, 0x1p6, false};
constexpr Number kBase{"base", nullptr, 2, 0x1p60, true};
constexpr Number kPartial{"partial", &Context::partial, 0x1p-8, 1, false};

/// Returns the parameters of a scaling, in the order of likelihood to be wrong.
std::vector<Number> numbers_of(Scaling scaling) {
  switch (scaling) {
    case Scaling::linear:
    case Scaling::ntk:
      return {kFactor};
    case Scaling::dynamic:
      return {kLength, kFactor, kOriginal};
    case Scaling::yarn:
      return {kFactor, kOriginal, kBetaFast, kBetaSlow};
    case Scaling::llama3:
      return {kFactor, kOriginal, kHigh, kLow};
    case Scaling::ntk_mixed:
      return {kFactor, kMixedB};
    case Scaling::proportional:
      return {kFactor, kPartial};
    case Scaling::longrope:  // its lists would fit any frequencies
    case Scaling::none:
      break;
  }
  return {};
}

/// Returns whether the slowest pairs are divided by the factor, whatever the other parameters.
bool divides_slowest(Scaling scaling) {
  return scaling == Scaling::yarn || scaling == Scaling::llama3 || scaling == Scaling::ntk_mixed;
}

/// Returns whether the scaled frequencies are a geometric sequence, so that another base gives them
/// too.
bool geometric(Scaling scaling) { return scaling == Scaling::ntk || scaling == Scaling::dynamic; }

using Range = ObservedFrequency::Range;

/// Returns the number of decimal digits needed to write a number; factors of ten, and for integers
/// and their inverses of two, do not count.
double digits(const Rational& x) {
  const Integer parts = numerator(x) * denominator(x);
  if (!is_integer(x) && !is_integer(Rational(1 / x))) return written_digits(x);
  return std::min(written_digits(x), std::log10(static_cast<double>(parts >> lsb(parts))));
}

/// How predicted frequencies compare with the observed ranges.
struct Sides {
  bool fast = false, slow = false;  ///< some predictions are above their ranges; some are below
  bool other = false;               ///< some predictions lie in none of their ranges
};

class Fit {
 public:
  Fit(const Rotary& claimed, ObservedWaves seen)
      : claimed_(claimed), seen_(std::move(seen.frequencies)), amplitude_(seen.amplitude) {}

  std::vector<FittedContext> take() { return std::move(found_); }
  bool found() const { return !found_.empty(); }

  /// Adds scalings that keep the fastest pairs, with the simplest bases that these pairs allow.
  void with_other_bases() {
    const Fit fastest(claimed_, {fastest_frequencies(), std::nullopt});
    const auto open = fastest.range(claimed_, kBase);
    if (!open) return;
    auto bases = simplest(*open, kBase, false);
    bases.resize(std::min(bases.size(), kMostValues));
    for (const Rational& base : bases) {
      Rotary other = claimed_;
      other.base = base;
      if (base == claimed_.base || fits(other)) continue;
      other.context.original = kUsualContext;
      for (const Scaling kind : {Scaling::yarn, Scaling::llama3}) {
        other.context.scaling = kind;
        fit(other);
      }
    }
  }

  /// Adds the claimed context with another base.
  void with_other_base() { fit(claimed_, kBase); }

  bool fits(const Rotary& e) const {
    const auto sides = compare(e);
    return sides && !sides->other;
  }

  /// Adds contexts with one parameter fitted; if there are none, with the factor and one other.
  void fit(const Rotary& from) {
    const auto numbers = numbers_of(from.context.scaling);
    const std::size_t before = found_.size();
    for (const Number& number : numbers) fit(from, number);
    if (found_.size() > before || !divides_slowest(from.context.scaling)) return;
    for (const Rational& factor : factors_of_slowest(from)) {
      Rotary divided = from;
      divided.context.factor = factor;
      if (fits(divided)) add(divided);
      for (const Number& number : numbers)
        if (number.value != kFactor.value) fit(divided, number);
    }
    if (found_.size() > before || from.context.scaling == Scaling::ntk_mixed) return;
    // The slowest pairs are not informative: usual context lengths of training are tried.
    for (int original = 1024; original <= 1 << 18; original *= 2) {
      Rotary trained = from;
      trained.context.original = original;
      if (trained.context.original != from.context.original) fit(trained, kFactor);
    }
  }

  void add(const Rotary& e, Parameters parameters = {}) {
    const Scaling kind = e.context.scaling, named = claimed_.context.scaling;
    const bool all_turn = kind == Scaling::proportional && e.context.partial == 1;
    if (all_turn && named != Scaling::proportional) return;  // it equals linear scaling
    if (kind != named && e.context.factor < 1) return;       // no kind shortens contexts
    const auto word = [](Scaling scaling) { return Words<Scaling>{kScalings}.write(scaling); };
    if (kind != named) parameters["scaling"] = word(kind);
    if (e.base != claimed_.base) parameters["base"] = to_text(e.base);
    std::string claimed;
    double digits = 0;
    for (const Number& number : numbers_of(kind)) {
      const Rational& value = e.context.*number.value;
      const Rational& meant = claimed_.context.*number.value;
      if (kind != named ? value != Context{}.*number.value : value != meant)
        parameters[std::string(number.name)] = to_text(value);
      if (value == meant) continue;
      digits += std::max(1.0, written_digits(value));
      claimed += fmt::format("{}{} {}", claimed.empty() ? "" : ", ", number.name, readable(meant));
    }
    const char* fault = kind == named ? "scaling-parameters" : "scaling-kind";
    if (kind == named && e.base != claimed_.base) {
      fault = "wrong-base";
      claimed = to_text(claimed_.base), digits = std::max(1.0, written_digits(e.base));
    }
    parameters["claimed"] = kind == named ? claimed : word(named);
    found_.push_back({fault, e, std::move(parameters), digits});
  }

 private:
  /// Returns the frequencies of an eighth of the pairs, the fastest that depend on the base.
  std::vector<ObservedFrequency> fastest_frequencies() const {
    const auto fastest = static_cast<std::size_t>(std::max(1, claimed_.dim / 16));
    std::vector<ObservedFrequency> found;
    for (const ObservedFrequency& seen : seen_)
      if (seen.pair != 0 && found.size() < fastest) found.push_back(seen);
    return found;
  }

  /// Returns the comparison of an encoding's frequencies; nullopt if its context is invalid, or if
  /// kMostPredicted frequencies were compared before.
  std::optional<Sides> compare(const Rotary& e) const {
    Sides sides;
    if (predicted_ > kMostPredicted) return std::nullopt;
    predicted_ += static_cast<std::uint64_t>(e.dim) / 2;
    try {
      const Waves waves = chart(e).waves;
      FrequenciesAsAsked frequencies(waves);
      for (const ObservedFrequency& seen : seen_) {
        const double omega = frequencies[seen.pair];
        sides.fast |= omega > seen.most();
        sides.slow |= omega < seen.least();
        sides.other |= !seen.allows(omega);
        if (sides.fast && sides.slow) break;  // nothing else is asked
      }
    } catch (const Error&) {
      return std::nullopt;
    }
    return sides;
  }

  /// Returns the range of a parameter that explains the observed frequencies; nullopt if no value
  /// does.  Invalid values count as too small or too large, whichever side of the starting value
  /// they are on.
  std::optional<Range> range(const Rotary& from, const Number& number) const {
    const auto value = static_cast<double>(number.of(from));
    const double start = std::clamp(value > 0 ? value : static_cast<double>(from.context.original),
                                    number.least, number.most);
    const auto sides = [&](double x) {
      Rotary e = from;
      number.of(e) = to_rational(from_double(x));
      return compare(e);
    };
    const auto too_small = [&](double x) {
      const auto found = sides(x);
      return found ? (number.slows ? found->fast : found->slow) : x < start;
    };
    const auto too_large = [&](double x) {
      const auto found = sides(x);
      return found ? (number.slows ? found->slow : found->fast) : x > start;
    };
    // Returns, by bisection, the last right value between a right and a possibly wrong one.
    const auto last = [](double right, double wrong, const auto& is_wrong) {
      if (!is_wrong(wrong)) return wrong;
      for (int k = 0; k < kHalvings; ++k) {
        const double middle = std::sqrt(right * wrong);
        (is_wrong(middle) ? wrong : right) = middle;
      }
      return right;
    };
    const auto here = sides(start);
    // A parameter that moves all frequencies in one direction cannot correct both errors.
    if (!here || (here->fast && here->slow)) return std::nullopt;
    // Far from the starting value, bands may be empty, and frequencies not monotonic.
    double low = start, high = start;
    while (low > number.least && !too_small(low)) low = std::max(number.least, low / kStep);
    while (high < number.most && !too_large(high)) high = std::min(number.most, high * kStep);
    if (too_small(high) || too_large(low)) return std::nullopt;
    const double least = last(high, low, too_small);
    if (too_large(least)) return std::nullopt;
    const double most = last(least, high, too_large);
    constexpr double kEnd = 0x1p-32;  // relative error of the bisection
    if (most < least * (1 + 64 * kEnd)) return Range{least, most};
    return Range{least * (1 - kEnd), most * (1 + kEnd)};
  }

  /// Returns the simplest numbers in a range, fewest digits first, including those of four bits.
  /// For a factor, the claimed base is tried too; for a very large factor it comes first.
  std::vector<Rational> simplest(const Range& range, const Number& number, bool chosen) const {
    std::vector<Rational> numbers = {simplest_fraction(range.least, range.most)};
    if (range.most <= kWide * range.least) {
      const double middle = (range.least + range.most) / 2;
      const auto decimals = decimals_within(middle, (range.most - range.least) / 2);
      if (!decimals.empty()) numbers.push_back(decimals.front());
      numbers.push_back(fewest_bits(range.least, range.most));
    }
    double unit = std::exp2(std::floor(std::log2(range.least)) - 3);
    for (int octave = 0; octave < kMostOctaves; ++octave, unit *= 2) {
      for (int eighths = 8; eighths < 16; ++eighths) {
        const double value = eighths * unit;
        if (range.least <= value && value <= range.most)
          numbers.push_back(to_rational(from_double(value)));
      }
    }
    std::erase_if(numbers, [](const Rational& x) { return x <= 0; });  // which mean nothing
    std::stable_sort(numbers.begin(), numbers.end(),
                     [](const Rational& a, const Rational& b) { return digits(a) < digits(b); });
    if (number.value == kFactor.value)
      numbers.insert(range.least > kOversized ? numbers.begin() : numbers.end(), claimed_.base);
    std::vector<Rational> found;
    for (const Rational& x : numbers) {
      const auto value = static_cast<double>(x);
      const double relative = (range.most - range.least) / range.most;
      const bool distinct =
          digits(x) <= kFewDigits || std::pow(10, digits(x)) * relative < kChance || !chosen;
      if (range.least <= value && value <= range.most && distinct &&
          (!number.whole || is_integer(x)) &&
          std::find(found.begin(), found.end(), x) == found.end())
        found.push_back(x);
    }
    return found;
  }

  void fit(const Rotary& from, const Number& number) {
    const auto open = range(from, number);
    if (!open) return;
    std::size_t added = 0;
    for (const Rational& value : simplest(*open, number, geometric(from.context.scaling))) {
      Rotary e = from;
      number.of(e) = value;
      if (added == kMostValues || !fits(e)) continue;
      ++added;
      Parameters parameters;
      if (open->most > kWide * open->least)
        parameters["range"] =
            open->most < number.most
                ? fmt::format("{} {:.4g} to {:.4g}", number.name, open->least, open->most)
                : fmt::format("{} {:.4g} or more", number.name, open->least);
      add(e, std::move(parameters));
    }
  }

  /// Returns the factors that the slowest pairs indicate.
  std::vector<Rational> factors_of_slowest(const Rotary& e) const {
    Rotary plain = e;
    plain.context = {};
    const Waves waves = chart(plain).waves;
    FrequenciesAsAsked frequencies(waves);
    // No pair is divided by more than the factor, and the slowest one is divided by the factor
    // itself.
    Range range{kFactor.least, kFactor.most};
    int slowest = -1;
    for (const ObservedFrequency& seen : seen_) {
      const double omega = frequencies[seen.pair];
      range.least = std::max(range.least, omega / seen.most());
      if (seen.pair < slowest) continue;
      slowest = seen.pair;
      range.most = seen.least() > 0 ? omega / seen.least() : kFactor.most;
    }
    if (range.least > range.most) return {};
    const auto claimed = static_cast<double>(e.context.factor);
    if (range.least <= claimed && claimed <= range.most) return {e.context.factor};
    auto found = simplest(range, kFactor, false);
    found.resize(std::min(found.size(), kMostValues));
    // YaRN's default amplitude is 0.1 ln f + 1.
    if (e.context.scaling == Scaling::yarn && amplitude_ && amplitude_->value > kAmplified) {
      const double off = std::min(amplitude_->error, kAmplified - 1);
      const auto factor = [&](double a) { return std::exp(10 * (a - 1)); };
      const Range observed{factor(amplitude_->value - off), factor(amplitude_->value + off)};
      const auto more = simplest(observed, kFactor, false);
      if (!more.empty()) found.insert(found.begin(), more.front());
    }
    return found;
  }

  const Rotary& claimed_;
  std::vector<ObservedFrequency> seen_;
  std::optional<Estimate> amplitude_;
  std::vector<FittedContext> found_;
  mutable std::uint64_t predicted_ = 0;  ///< number of frequencies that were compared
};

/// Minimum number of pairs that distinguish one scaling from another.
constexpr std::size_t kFewPairs = 3;

/// Returns the claimed encoding with each other kind of scaling, with the same numbers.
std::vector<Rotary> of_other_kinds(const Rotary& claimed) {
  const Scaling named = claimed.context.scaling;
  std::vector<Rotary> found;
  for (const Scaling kind : {Scaling::linear, Scaling::ntk, Scaling::yarn, Scaling::llama3,
                             Scaling::proportional, Scaling::dynamic, Scaling::ntk_mixed}) {
    if (kind == named || (kind == Scaling::linear && named == Scaling::none)) continue;
    found.push_back(claimed);
    found.back().context.scaling = kind;
    if (found.back().context.original == 0) found.back().context.original = kUsualContext;
  }
  return found;
}

}  // namespace

std::vector<FittedContext> other_kinds(const Rotary& claimed) {
  Fit fit(claimed, {});
  if (claimed.context.scaling != Scaling::none)
    for (const Rotary& other : of_other_kinds(claimed))
      if (other.context.scaling != Scaling::dynamic) fit.add(other);
  return fit.take();
}

std::vector<FittedContext> fitted_bases(const Rotary& claimed, const ObservedWaves& seen) {
  Fit fit(claimed, seen);
  if (claimed.context.scaling == Scaling::none || seen.frequencies.size() < kFewPairs) return {};
  fit.with_other_base();
  return fit.take();
}

std::vector<FittedContext> fitted_contexts(const Rotary& claimed, const ObservedWaves& seen) {
  Fit fit(claimed, seen);
  if (seen.frequencies.size() < kFewPairs || fit.fits(claimed)) return {};
  fit.fit(claimed);
  for (const Rotary& other : of_other_kinds(claimed)) {
    if (fit.fits(other)) {
      fit.add(other);
    } else if (other.context.scaling != Scaling::dynamic) {  // ntk has the same frequencies
      fit.fit(other);
    }
  }
  if (claimed.context.scaling == Scaling::none && !fit.found()) fit.with_other_bases();
  return fit.take();
}

}  // namespace sextant::verify
