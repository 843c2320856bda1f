#include "sextant/verify/diagnosis/suspect_gain.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "sextant/verify/diagnosis/approximate.hpp"
#include "sextant/verify/diagnosis/estimate.hpp"
#include "sextant/verify/diagnosis/rough_truth.hpp"
#include "sextant/verify/rows/written_digits.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kRowsLookedAt = 256;
constexpr double kLarge = 0.5;        // a part of the amplitude: smaller entries tell less
constexpr double kMostQuantum = 0.5;  // a larger step leaves nothing of a wave
constexpr double kOfDoubles = 0x1p-40;

/// What entries are times what they should be, and how far that may be off.
struct Gain {
  double value = 0, error = 0;

  bool is(double other) const { return std::abs(value - other) <= error; }
};

class GainLine {
 public:
  GainLine(const Source& source, const Claim& claim)
      : claim_(claim),
        some_(sample(source, kRowsLookedAt)),
        glance_(glance(some_, 0, some_.rows)),
        truth_(claim, source.format) {}

  std::vector<Suspect> take() { return std::move(suspects_); }

  void gains() {
    const auto sines = gain(Function::sine), cosines = gain(Function::cosine);
    const bool both = sines && cosines;
    if (!sines && !cosines) return;
    const bool minus_sines = sines && sines->value < 0;
    const bool minus_cosines = cosines && cosines->value < 0;
    Suspect s = as_claimed(claim_, "");
    s.alteration.sines = minus_sines, s.alteration.cosines = minus_cosines;
    const std::string of = !both || (minus_sines && minus_cosines) ? "all entries"
                           : minus_sines                           ? "the sines"
                                                                   : "the cosines";
    const bool negated = minus_sines || minus_cosines;
    const Gain size = !sines ? *cosines : !cosines ? *sines : joined(*sines, *cosines);
    if (!(size.error > 0)) return;  // the two do not agree
    const bool amplified = !Gain{std::abs(size.value), size.error}.is(1);
    if (negated) s.fault = "sign", s.parameters = {{"of", of}};
    if (negated && !amplified) suspects_.push_back(s);
    if (!amplified) return;
    if (negated) s.besides = Cause{s.fault, s.parameters};
    s.fault = "amplitude";
    amplitudes(s, std::abs(size.value), size.error);
  }

  /// Multiples of a step, as integers of some bits leave them.
  void quantised() {
    double least = INFINITY;
    for (const double x : glance_.values)
      if (x != 0 && std::isfinite(x)) least = std::min(least, std::abs(x));
    const auto multiples = [&](double step) {
      const double off = std::ldexp(1.0, 1 - some_.format.precision);
      return std::all_of(glance_.values.begin(), glance_.values.end(), [&](double x) {
        const double times = std::nearbyint(x / step);
        return std::abs(x - times * step) <= off * std::max(std::abs(x), step);
      });
    };
    if (!(least < kMostQuantum)) return;
    for (int parts = 1; parts <= 4; ++parts) {
      const double step = least / parts;
      // Of 16 bits or more everything is a multiple of something.
      if (step < 0x1p-14 || !multiples(step)) continue;
      const double amplitude = std::abs(approximate(claim_.chart.waves.amplitude));
      const double levels = std::nearbyint(amplitude / step);
      Suspect s =
          as_claimed(claim_, "quantised",
                     {{"step", fmt::format("{:.9g}", step)},
                      {"bits", static_cast<std::int64_t>(std::ceil(std::log2(2 * levels + 1)))}});
      s.alteration.quantum = step;
      suspects_.push_back(std::move(s));
      return;
    }
  }

 private:
  /// The median of the quotients of a function's entries and what they should be, if seven in eight
  /// are about that; nullopt if they are not, or if there are none.
  std::optional<Gain> gain(Function function) const {
    std::vector<Gain> quotients;
    const double amplitude = std::abs(approximate(claim_.chart.waves.amplitude));
    for (std::size_t r = 0; r < glance_.positions.size(); ++r) {
      for (std::size_t j = 0; j < glance_.columns; ++j) {
        const Channel& c = truth_.channel(j);
        const double got = glance_.at(r, j);
        if (c.function != function || !std::isfinite(got)) continue;
        const auto want = truth_.entry(c, glance_.positions[r]);
        if (want && std::abs(want->want) > kLarge * amplitude)
          quotients.push_back({got / want->want, want->within / std::abs(want->want)});
      }
    }
    if (quotients.empty()) return std::nullopt;
    const auto middle = quotients.begin() + static_cast<std::ptrdiff_t>(quotients.size() / 2);
    std::nth_element(quotients.begin(), middle, quotients.end(),
                     [](const Gain& a, const Gain& b) { return a.value < b.value; });
    const double median = middle->value;
    if (!(std::abs(median) > 0x1p-10)) return std::nullopt;
    std::size_t near = 0;
    double weights = 0, sum = 0;
    for (const Gain& g : quotients) {
      const double within = g.error * std::max(1.0, std::abs(median));
      if (std::abs(g.value - median) > 2 * within) continue;
      ++near;
      weights += 1 / (within * within);
      sum += g.value / (within * within);
    }
    if (8 * near < 7 * quotients.size()) return std::nullopt;
    const double count = static_cast<double>(near);
    return Gain{sum / weights, std::sqrt(1 / weights) * 2 + kOfDoubles / std::sqrt(count)};
  }

  /// One gain from two of the same size; without an error if they differ.
  static Gain joined(const Gain& a, const Gain& b) {
    const double x = std::abs(a.value), y = std::abs(b.value);
    if (std::abs(x - y) > 4 * (a.error + b.error)) return {};
    return a.error < b.error ? Gain{x, a.error} : Gain{y, b.error};
  }

  /// Another amplitude: of a context's own kind, or the shortest decimal that fits.
  void amplitudes(const Suspect& from, double gain, double error) {
    const Expression& claimed = claim_.chart.waves.amplitude;
    const double meant = approximate(claimed);
    std::vector<Expression> candidates = {Expression(1), pow(claimed, 2)};
    const auto* rotary = std::get_if<Rotary>(&claim_.encoding);
    if (rotary != nullptr && rotary->context.factor > 1) {
      const Expression logarithm = log(Expression(rotary->context.factor));
      for (const Expression& times : {Expression(1), claimed})
        candidates.push_back(Expression(Rational(1, 10)) * times * logarithm + Expression(1));
    }
    for (const Rational& decimal : decimals_within(meant * gain, 8 * meant * error))
      candidates.emplace_back(decimal);
    for (const Expression& candidate : candidates) {
      const double value = approximate(candidate);
      if (candidate == claimed || std::abs(value - meant * gain) > 8 * meant * error) continue;
      Suspect s = from;
      s.parameters["amplitude"] = fmt::format("{:.6g}", value);
      s.parameters["claimed"] = fmt::format("{:.6g}", meant);
      s.truth.waves.amplitude = candidate;
      s.program = s.truth;
      if (const Rational* number = candidate.rational()) s.digits = written_digits(*number);
      suspects_.push_back(std::move(s));
    }
  }

  const Claim& claim_;
  Source some_;
  Glance glance_;
  RoughTruth truth_;
  std::vector<Suspect> suspects_;
};

}  // namespace

std::vector<Suspect> gain_suspects(const Source& source, const Claim& claim) {
  if (claim.part == Part::inv_freq) return {};
  GainLine line(source, claim);
  line.gains();
  line.quantised();
  return line.take();
}

}  // namespace sextant::verify
