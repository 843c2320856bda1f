#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "sextant/encoding/rational.hpp"
#include "sextant/number/real.hpp"
#include "sextant/verify/estimate.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kRows = 64;
constexpr double kSeen = 0.25;  // radians: noisier pairs say nothing
constexpr double kOfDoubles = 0x1p-46;
constexpr int kMostParts = 12;  // of half a turn

}  // namespace

std::vector<PhaseSeen> likely_phases(const Source& source, const exact::Oracle& oracle,
                                     const Format& compute, std::optional<Function> of) {
  const Glance g = glance(source, 0, kRows);
  const std::vector<double> steps = steps_of(oracle);
  std::optional<Estimate> phase;
  for (PairChannels pair : by_pair(oracle.chart())) {
    if (of == Function::sine) pair.cosines.clear();
    if (of == Function::cosine) pair.sines.clear();
    if (pair.sines.empty() && pair.cosines.empty()) continue;
    const double step = steps[static_cast<std::size_t>(pair.pair)];
    const auto truth = oracle.pair(g.positions[0], pair.pair);
    const double claimed = std::atan2(exact::near(truth.sine).high, exact::near(truth.cosine).high);
    const Noise blur = noise(source.format, compute, static_cast<double>(g.positions[0]) * step);
    auto seen = phase_of(g, pair, step, blur);
    if (!seen) continue;
    // The normal equations of (5) lose what they amplify twice over.
    const double amplified = seen->error / blur.own;
    seen->error += kOfDoubles * (1 + amplified * amplified);
    if (seen->error > kSeen) continue;
    const double moved = wrapped(seen->value - claimed);
    if (!phase) {
      phase = Estimate{moved, seen->error};
      continue;
    }
    const double left = wrapped(moved - phase->value);
    if (std::abs(left) > 8 * (phase->error + seen->error)) return {};
    const double prior = phase->error * phase->error;
    const double total = prior + seen->error * seen->error;
    phase = Estimate{phase->value + left * prior / total, std::sqrt(prior / total) * seen->error};
  }
  if (!phase || std::abs(phase->value) <= 4 * phase->error) return {};
  const double slack = 4 * phase->error + std::ldexp(4, -compute.precision);
  // Quarters of a turn are other functions, or other signs of them.
  if (std::abs(std::remainder(phase->value, std::numbers::pi / 2)) <= slack) return {};
  std::vector<PhaseSeen> found;
  for (int parts = 1; parts <= kMostParts; ++parts) {
    for (int k = 1; k < parts; ++k) {
      const double part = std::numbers::pi * k / parts;
      if (std::abs(std::abs(phase->value) - part) > slack || !found.empty()) continue;
      const Rational pi = to_rational(lower_end(enclose_pi<Interval<100>>()));
      const bool below = phase->value < 0;
      found.push_back(
          {pi * (below ? -k : k) / parts, fmt::format("{}{}/{}", below ? "-" : "", k, parts)});
    }
  }
  for (const Rational& radians : decimals_within(phase->value, slack))
    found.push_back({radians, {}});
  return found;
}

}  // namespace sextant::verify
