#include "sextant/verify/diagnosis/drift.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sextant/encoding/real/readable.hpp"
#include "sextant/number/round.hpp"
#include "sextant/verify/candidate/candidate.hpp"
#include "sextant/verify/observation/approximate.hpp"
#include "sextant/verify/rows/index_ranges.hpp"

namespace sextant::verify {
namespace {

constexpr double kFarthest = 0x1p62;
/// Relative difference of a frequency that two computations may cause.
constexpr double kSame = 0x1p-48;

/// A phase error a·p + b at position p.
struct Line {
  double a = 0, b = 0;

  /// Returns the first p ≥ 0 from which on the error exceeds the limit; infinity if there is none.
  double from() const {
    if (a == 0) return std::abs(b) > kOffByMuch ? 0 : INFINITY;
    const double ends[] = {(kOffByMuch - b) / a, (-kOffByMuch - b) / a};
    const double last = std::max(ends[0], ends[1]);
    return last < 0 ? 0 : std::floor(last) + 1;
  }
};

/// Returns the phase errors of all pairs, without rounding of positions.
///                                                                                 verdict.md, (14)
std::vector<Line> lines(const Waves& claimed, const Candidate& candidate) {
  const Waves& made = candidate.truth.waves;
  const std::vector<double> theirs = approximate_frequencies(made);
  const std::vector<double> ours = approximate_frequencies(claimed);
  const auto moved = static_cast<double>(candidate.before + candidate.shift);
  const double last = candidate.last ? static_cast<double>(*candidate.last) : 0;
  std::vector<Line> found;
  for (std::size_t pair = 0; pair < ours.size(); ++pair) {
    const double slope = static_cast<double>(claimed.scale) * ours[pair];
    double other = static_cast<double>(made.scale) * theirs[pair];
    if (std::abs(other - slope) <= kSame * std::abs(slope)) other = slope;
    const double there = moved + static_cast<double>(made.origin);
    const double here = static_cast<double>(claimed.origin);
    if (candidate.last)
      found.push_back({-slope, other * (last + static_cast<double>(made.origin)) - slope * here});
    else if (made.frequencies[pair] == claimed.frequencies[pair])  // exact, without cancellation
      found.push_back({static_cast<double>(Rational(made.scale - claimed.scale)) * ours[pair],
                       other * there - slope * here});
    else
      found.push_back({other - slope, other * there - slope * here});
  }
  return found;
}

/// Returns where the rounding of angles or positions first changes the phase of the fastest pair
/// too much.  A position 2^(m+k) + 2^k is halfway between two numbers of m bits, and is rounded to
/// the even one.
///                                                                                 verdict.md, (15)
std::optional<Drift> of_rounding(const Waves& waves, const recipe::IntermediateRoundings& by) {
  constexpr Position kLast = 1 << 20;
  const std::vector<double> all = approximate_frequencies(waves);
  const auto fastest = std::max_element(all.begin(), all.end());
  const double step = std::abs(static_cast<double>(waves.scale)) * *fastest;
  Drift found{0, static_cast<int>(fastest - all.begin()), false, waves.parts};
  if (by.angle) {
    for (; found.from < kLast; ++found.from) {
      const double angle = step * static_cast<double>(found.from);
      if (std::abs(round_to(*by.angle, angle) - angle) > kOffByMuch) return found;
    }
    return std::nullopt;
  }
  for (int k = 0; by.position && k + by.position->precision < 62; ++k) {
    found.from = (Position{1} << (k + by.position->precision)) + (Position{1} << k);
    if (std::ldexp(step, k) > kOffByMuch) return found;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Drift> drift(const Claim& claim, const Candidate& candidate) {
  const Chart& truth = candidate.truth;
  const Waves& waves = claim.chart.waves;
  if (truth.channels != claim.chart.channels || !has_waves(truth) || !candidate.recipe.empty() ||
      candidate.moved || (candidate.last && candidate.second_cause) ||
      truth.waves.pairs() != waves.pairs())
    return std::nullopt;
  // Rounded angles are off by more and by less than a line says.
  const recipe::IntermediateRoundings& rounded = candidate.formats.intermediate;
  if (rounded.angle || rounded.position) return of_rounding(truth.waves, rounded);
  std::optional<Drift> found;
  const std::vector<Line> all = lines(waves, candidate);
  for (std::size_t pair = 0; pair < all.size(); ++pair) {
    const double from = all[pair].from();
    if (from < kFarthest && (!found || from < static_cast<double>(found->from)))
      found = {static_cast<Position>(from), static_cast<int>(pair), true, waves.parts};
  }
  return found;
}

std::optional<std::string> changed_pairs(const Claim& claim, const Candidate& candidate) {
  // Relative difference of a frequency that no rounding explains.
  constexpr double kOther = 0x1p-20;
  const Waves& meant = claim.chart.waves;
  const Waves& made = candidate.truth.waves;
  if (candidate.second_cause || meant.frequencies == made.frequencies ||
      meant.pairs() != made.pairs() || meant.scale != made.scale ||
      candidate.truth.channels != claim.chart.channels)
    return std::nullopt;
  const std::vector<double> ours = approximate_frequencies(meant);
  const std::vector<double> theirs = approximate_frequencies(made);
  IndexRanges changed;
  bool some = false;
  for (std::size_t pair = 0; pair < ours.size(); ++pair) {
    const bool other = std::abs(ours[pair] - theirs[pair]) > kOther * ours[pair];
    if (other) changed.add(pair);
    some |= !other && meant.frequencies[pair].exponent != 0;
  }
  return some && !changed.empty() ? std::optional(changed.text("-", ours.size())) : std::nullopt;
}

std::string drift_words(const Drift& drift) {
  const std::string off =
      fmt::format("the phase of pair {} is off by more than {} rad", drift.pair, kOffByMuch);
  if (drift.from == 0) return off + " from the first position on";
  return fmt::format("{} position {}{} {}", drift.always ? "from" : "at",
                     readable_fractions(to_text(drift.from, drift.parts)),
                     drift.always ? " on" : ", and at others beyond it,", off);
}

}  // namespace sextant::verify
