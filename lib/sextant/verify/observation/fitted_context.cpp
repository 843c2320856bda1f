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

constexpr int kHalvings = 48;       // of 50 octaves, to 2⁻⁴² of an octave
constexpr double kWide = 1.1;       // of a number this far open the range is reported, too
constexpr double kChance = 0x1p-4;  // how likely a range may hold a number of so few digits
constexpr double kFewDigits = 2;    // that anybody writes
constexpr int kMostOctaves = 16;    // of a range of numbers that are open
constexpr std::size_t kMostValues = 4;
constexpr double kAmplified = 1.05;  // an amplitude of a factor of 1.6
constexpr double kOversized = 1024;  // a factor that is no factor, but perhaps the base

/// A number of a scaling.  Frequencies depend monotonically on each.
struct Number {
  std::string_view name;
  Rational Context::*value;
  double least, most;  ///< where it is looked for
  bool slows;          ///< a larger one makes frequencies smaller
  bool whole = false;  ///< an integer
};

constexpr Number kFactor{"factor", &Context::factor, 0x1p-6, 0x1p40, true};
constexpr Number kOriginal{"original-context", &Context::original, 0x1p8, 0x1p40, false, true};
constexpr Number kLength{"seq-len", &Context::length, 0x1p4, 0x1p50, true, true};
constexpr Number kBetaFast{"beta-fast", &Context::beta_fast, 0x1p-8, 0x1p20, true};
constexpr Number kBetaSlow{"beta-slow", &Context::beta_slow, 0x1p-8, 0x1p20, true};
constexpr Number kLow{"low-freq-factor", &Context::low_freq_factor, 0x1p-8, 0x1p20, true};
constexpr Number kHigh{"high-freq-factor", &Context::high_freq_factor, 0x1p-8, 0x1p20, true};
constexpr Number kPartial{"partial", &Context::partial, 0x1p-8, 1, false};

/// The likeliest to be wrong first.
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
    case Scaling::proportional:
      return {kFactor, kPartial};
    case Scaling::longrope:  // whose lists would fit anything
    case Scaling::none:
      break;
  }
  return {};
}

/// Whether the slowest pairs are divided by the factor, whatever the other numbers.
bool divides_slowest(Scaling scaling) {
  return scaling == Scaling::yarn || scaling == Scaling::llama3;
}

/// Whether the frequencies are a geometric sequence: those of some other base, too.
bool geometric(Scaling scaling) { return scaling == Scaling::ntk || scaling == Scaling::dynamic; }

using Range = ObservedFrequency::Range;

/// The number with the fewest binary digits in a range of positive numbers.
Rational fewest_bits(const Range& range) {
  double unit = std::exp2(std::floor(std::log2(range.most)));
  while (std::ceil(range.least / unit) * unit > range.most) unit /= 2;
  return to_rational(from_double(std::ceil(range.least / unit) * unit));
}

/// How many decimal digits it takes to write a number, but for a power of ten or of two.
double digits(const Rational& x) {
  const Integer parts = numerator(x) * denominator(x);
  if (!is_integer(x) && !is_integer(Rational(1 / x))) return written_digits(x);
  return std::min(written_digits(x), std::log10(static_cast<double>(parts >> lsb(parts))));
}

/// How predicted frequencies lie to those that were seen.
struct Sides {
  bool fast = false, slow = false;  ///< some are too fast, some too slow
  bool other = false;               ///< some are in none of the ranges
};

class Fit {
 public:
  Fit(const Rotary& claimed, const ObservedWaves& seen)
      : claimed_(claimed), seen_(seen.frequencies), amplitude_(seen.amplitude) {}

  std::vector<FittedContext> take() { return std::move(found_); }

  bool fits(const Rotary& e) const {
    const auto sides = compare(e);
    return sides && !sides->other;
  }

  /// One number of a context fitted, or the factor and another one.
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
    if (found_.size() > before) return;
    // The slowest pairs show too little: contexts that models were trained on are tried.
    for (int original = 1024; original <= 1 << 18; original *= 2) {
      Rotary trained = from;
      trained.context.original = original;
      if (trained.context.original != from.context.original) fit(trained, kFactor);
    }
  }

  void add(const Rotary& e, Parameters parameters = {}) {
    const Scaling kind = e.context.scaling, named = claimed_.context.scaling;
    const bool all_turn = kind == Scaling::proportional && e.context.partial == 1;
    if (all_turn && named != Scaling::proportional) return;  // it is linear
    const auto word = [](Scaling scaling) { return Words<Scaling>{kScalings}.write(scaling); };
    if (kind != named) parameters["scaling"] = word(kind);
    std::string claimed;
    for (const Number& number : numbers_of(kind)) {
      const Rational& value = e.context.*number.value;
      const Rational& meant = claimed_.context.*number.value;
      if (kind != named ? value != Context{}.*number.value : value != meant)
        parameters[std::string(number.name)] = to_text(value);
      if (value == meant) continue;
      claimed += fmt::format("{}{} {}", claimed.empty() ? "" : ", ", number.name, readable(meant));
    }
    parameters["claimed"] = kind == named ? claimed : word(named);
    found_.push_back(
        {kind == named ? "scaling-parameters" : "scaling-kind", e, std::move(parameters)});
  }

 private:
  /// nullopt if the context means nothing.
  std::optional<Sides> compare(const Rotary& e) const {
    Sides sides;
    try {
      const Waves waves = chart(e).waves;
      FrequenciesAsAsked frequencies(waves);
      for (const ObservedFrequency& seen : seen_) {
        const double omega = frequencies[seen.pair];
        sides.fast |= omega > seen.most();
        sides.slow |= omega < seen.least();
        sides.other |= !seen.allows(omega);
      }
    } catch (const Error&) {
      return std::nullopt;
    }
    return sides;
  }

  /// Where a number makes the frequencies seen; nullopt if no value does.  A value that means
  /// nothing is on the far side of the one that a context has, or of a usual one.
  std::optional<Range> range(const Rotary& from, const Number& number) const {
    const auto value = static_cast<double>(from.context.*number.value);
    const double start = std::clamp(value > 0 ? value : static_cast<double>(from.context.original),
                                    number.least, number.most);
    const auto sides = [&](double x) {
      Rotary e = from;
      e.context.*number.value = to_rational(from_double(x));
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
    // The last value that is right, from one that is on to one that is not.
    const auto last = [](double right, double wrong, const auto& is_wrong) {
      if (!is_wrong(wrong)) return wrong;
      for (int k = 0; k < kHalvings; ++k) {
        const double middle = std::sqrt(right * wrong);
        (is_wrong(middle) ? wrong : right) = middle;
      }
      return right;
    };
    const auto here = sides(start);
    // A number that moves all frequencies to one side cannot mend both.
    if (!here || (here->fast && here->slow)) return std::nullopt;
    if (too_small(number.most) || too_large(number.least)) return std::nullopt;
    const double least = last(number.most, number.least, too_small);
    if (too_large(least)) return std::nullopt;
    const double most = last(least, number.most, too_large);
    constexpr double kEnd = 0x1p-32;  // halving only comes near to the ends
    if (most < least * (1 + 64 * kEnd)) return Range{least, most};
    return Range{least * (1 - kEnd), most * (1 + kEnd)};
  }

  /// The simplest numbers in a range, and those of four bits.  A factor may be the base, above all
  /// one that is far too large.
  std::vector<Rational> simplest(const Range& range, const Number& number, bool chosen) const {
    std::vector<Rational> numbers = {simplest_fraction(range.least, range.most)};
    if (range.most <= kWide * range.least) {
      const double middle = (range.least + range.most) / 2;
      const auto decimals = decimals_within(middle, (range.most - range.least) / 2);
      if (!decimals.empty()) numbers.push_back(decimals.front());
      numbers.push_back(fewest_bits(range));
    }
    double unit = std::exp2(std::floor(std::log2(range.least)) - 3);
    for (int octave = 0; octave < kMostOctaves; ++octave, unit *= 2) {
      for (int eighths = 8; eighths < 16; ++eighths) {
        const double value = eighths * unit;
        if (range.least <= value && value <= range.most)
          numbers.push_back(to_rational(from_double(value)));
      }
    }
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
      e.context.*number.value = value;
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

  /// The factors that the slowest pairs show.
  std::vector<Rational> factors_of_slowest(const Rotary& e) const {
    Rotary plain = e;
    plain.context = {};
    const Waves waves = chart(plain).waves;
    FrequenciesAsAsked frequencies(waves);
    // No pair is divided by more than the factor, and the slowest one is by the factor itself.
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
    // YaRN's amplitude is 0.1 ln f + 1, where it has no other.
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
  const std::vector<ObservedFrequency>& seen_;
  std::optional<Estimate> amplitude_;
  std::vector<FittedContext> found_;
};

/// Pairs that are too few to tell one scaling from another.
constexpr std::size_t kFewPairs = 3;

}  // namespace

std::vector<FittedContext> fitted_contexts(const Rotary& claimed, const ObservedWaves& seen) {
  constexpr int kUsualContext = 8192;
  Fit fit(claimed, seen);
  const Scaling named = claimed.context.scaling;
  if (seen.frequencies.size() < kFewPairs || fit.fits(claimed)) return {};
  fit.fit(claimed);
  for (const Scaling kind : {Scaling::linear, Scaling::ntk, Scaling::yarn, Scaling::llama3,
                             Scaling::proportional, Scaling::dynamic}) {
    if (kind == named || (kind == Scaling::linear && named == Scaling::none)) continue;
    Rotary other = claimed;
    other.context.scaling = kind;
    if (other.context.original == 0) other.context.original = kUsualContext;
    if (fit.fits(other)) {
      fit.add(other);
    } else if (kind != Scaling::dynamic) {  // whose frequencies ntk has, too
      fit.fit(other);
    }
  }
  return fit.take();
}

}  // namespace sextant::verify
