#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "sextant/number/text.hpp"
#include "sextant/verify/accept/acceptance_criterion.hpp"
#include "sextant/verify/diagnosis/estimate.hpp"

namespace sextant::verify {
namespace {

constexpr int kMostScaleDigits = 15;
constexpr double kInDoubt = 0x1p-12;      // of scales in use that are no estimates
constexpr double kAsWell = 0x1p-12;       // a misfit that is as good as none
constexpr double kNoScale = 0x1p-6;       // so near to 1 nobody multiplies by
constexpr int kMostScaleParts = 1 << 20;  // both of a fraction multiplied: others are chosen to fit
constexpr double kLargestScale = 0x1p20;  // beyond, and below its inverse, lies what noise asks for

/// A turn that is seen, or a phase, and the one that is claimed: their quotient is asked for.
struct ScaledTurn {
  Estimate seen;
  double claimed = 0;
  bool folded = false;  ///< one function is there: of a turn and its negative one is seen
  double beyond = 0;    ///< what else a phase at the first row owes to its pair's turn

  /// What a scale leaves of it.
  double left(double scale) const {
    const double angle = wrapped(scale * claimed);
    return folded ? std::abs(seen.value) - std::abs(angle) : wrapped(seen.value - angle);
  }
};

/// The turns from row to row of at most 33 pairs, the slowest first.
std::vector<ScaledTurn> turns(const Source& source, const Glance& g, const exact::Oracle& oracle,
                              const Format& compute) {
  const std::vector<double> steps = steps_of(oracle);
  const auto pairs = by_pair(oracle.chart());
  const auto apart = static_cast<double>(g.positions[1] - g.positions[0]);
  const auto from = static_cast<double>(g.positions[0]);
  std::vector<ScaledTurn> found;
  for (std::size_t i = 0; i < pairs.size(); i += 1 + pairs.size() / 32) {
    const double claimed = apart * steps[static_cast<std::size_t>(pairs[i].pair)];
    const auto with = [&](double angle) {
      return turn_of(g, pairs[i], noise(source.format, compute, angle).own);
    };
    const auto first = with(0);
    if (!first || claimed == 0 || !(std::abs(first->value) > 0)) continue;
    Estimate turn = *with(from / apart * first->value);
    const bool folded = pairs[i].sines.empty() || pairs[i].cosines.empty();
    if (folded) turn.value = std::copysign(turn.value, claimed);
    if (turn.error < 0.25) found.push_back({turn, claimed, folded});
  }
  std::sort(found.begin(), found.end(), [](const ScaledTurn& a, const ScaledTurn& b) {
    return std::abs(a.claimed) < std::abs(b.claimed);
  });
  return found;
}

/// How badly a scale explains the turns: the mean of 1 − cos of what it leaves.
double misfit_of_scale(const std::vector<ScaledTurn>& turns, double scale) {
  double sum = 0;
  for (const ScaledTurn& t : turns) sum += 1 - std::cos(t.left(scale));
  return sum / static_cast<double>(turns.size());
}

/// Scales in use, and their inverses.
constexpr double kInUse[] = {2, 3, 4, 8, 10, 16, 32, 64, 100, 128, 256, 1000, 1024, 1.5};

/// The scale that explains the turns best, of those that one of them asks for and, as all may have
/// gone round more than once, of those in use.
std::optional<Estimate> start(const std::vector<ScaledTurn>& turns) {
  std::optional<Estimate> best;
  double least = kGood;
  const auto ask = [&](const Estimate& scale) {
    if (!(scale.value > 0)) return;
    const double bad = misfit_of_scale(turns, scale.value);
    if (bad < least) best = scale, least = bad;
  };
  for (const ScaledTurn& t : turns)
    ask({t.seen.value / t.claimed, t.seen.error / std::abs(t.claimed)});
  for (const double scale : kInUse) {
    ask({scale, scale * kInDoubt});
    ask({1 / scale, kInDoubt / scale});
  }
  return best;
}

/// Scales in use that explain the turns about as well as one that was estimated.
std::vector<Rational> as_well(const std::vector<ScaledTurn>& turns, double scale) {
  std::vector<Rational> found;
  const auto ask = [&](const Rational& other) {
    const double bad = misfit_of_scale(turns, static_cast<double>(other));
    if (bad < kGood && bad < 4 * misfit_of_scale(turns, scale) + kAsWell) found.push_back(other);
  };
  for (const double used : kInUse) {
    const Rational other = to_rational(from_double(used));
    ask(other);
    ask(Rational(1 / other));
  }
  return found;
}

/// What an angle adds, while its turn is not in doubt.
void take(const ScaledTurn& t, Estimate& scale) {
  const bool other_side = t.folded && std::abs(scale.value * t.claimed) > std::numbers::pi;
  const double slope = t.claimed + t.beyond;
  if (other_side || 3 * std::abs(slope) * scale.error + t.seen.error > 1) return;
  const double prior = scale.error * scale.error;
  const double variance = t.seen.error * t.seen.error;
  const double total = slope * slope * prior + variance;
  if (!(total > 0)) return;
  scale.value += prior * slope / total * wrapped(t.seen.value - scale.value * t.claimed);
  scale.error = std::sqrt(prior * variance / total);
}

}  // namespace

Rational simplest_fraction(double least, double most) {
  Integer p0 = 0, q0 = 1, p1 = 1, q1 = 0;
  double x = least, y = most;
  for (int depth = 0; depth < 40; ++depth) {
    const double whole = std::ceil(x);
    const bool found = whole <= y;
    const Integer a(static_cast<long long>(found ? whole : std::floor(x)));
    const Integer p = a * p1 + p0;
    const Integer q = a * q1 + q0;
    p0 = std::exchange(p1, p), q0 = std::exchange(q1, q);
    if (found) break;
    const double cut = std::floor(x);
    const double next = 1 / (y - cut);
    y = 1 / (x - cut);
    x = next;
  }
  return Rational(p1, q1);
}

std::vector<Rational> decimals_within(double value, double slack) {
  std::vector<Rational> found;
  for (int digits = 1; digits <= kMostScaleDigits; ++digits) {
    const Rational candidate = parse_rational(decimal(to_rational(from_double(value)), digits));
    if (std::abs(static_cast<double>(candidate) - value) <= slack &&
        std::find(found.begin(), found.end(), candidate) == found.end())
      found.push_back(candidate);
  }
  return found;
}

std::vector<Rational> likely_scales(const Source& all_rows, const exact::Oracle& oracle,
                                    const Format& compute, bool placed) {
  const Source source = of_waves(all_rows, oracle.waves());
  const Glance g = glance(source, 0, kRowsEstimated);
  if (g.positions.size() < 3) return {};
  const std::vector<ScaledTurn> all = turns(source, g, oracle, compute);
  const auto best = start(all);
  if (!best) return {};
  Estimate scale = *best;
  for (const ScaledTurn& t : all) take(t, scale);
  const std::vector<double> steps = steps_of(oracle);
  const auto from =
      static_cast<double>(g.positions[0]) + static_cast<double>(oracle.waves().origin);
  const double half = static_cast<double>(g.positions.back() - g.positions[0]) / 2;
  auto pairs = by_pair(oracle.chart());
  std::reverse(pairs.begin(), pairs.end());
  if (!placed) pairs.clear();
  for (const PairChannels& pair : pairs) {
    const double step = steps[static_cast<std::size_t>(pair.pair)];
    const Noise blur = noise(source.format, compute, from * step * scale.value);
    const auto phase = phase_of(g, pair, step * scale.value, blur);
    if (phase && from * step != 0) take({*phase, from * step, false, half * step}, scale);
  }
  const double slack =
      4 * scale.error + scale.value * (std::ldexp(4, -compute.precision) + 0x1p-40);
  std::vector<Rational> found = as_well(all, best->value);
  const bool sensible = scale.value < kLargestScale && scale.value * kLargestScale > 1;
  if (!sensible || std::abs(scale.value - 1) <= std::max(slack, kNoScale)) return found;
  const double below = scale.value - slack;
  if (below > 0) found.push_back(simplest_fraction(below, scale.value + slack));
  for (const Rational& round : decimals_within(scale.value, slack)) {
    if (std::find(found.begin(), found.end(), round) == found.end()) found.push_back(round);
  }
  std::erase_if(found,
                [](const Rational& x) { return numerator(x) * denominator(x) > kMostScaleParts; });
  return found;
}

}  // namespace sextant::verify
