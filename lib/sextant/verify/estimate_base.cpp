#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "sextant/number/text.hpp"
#include "sextant/verify/estimate.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kCoarseRows = 256;
constexpr std::uint64_t kFineRows = 64;
constexpr double kGood = 0x1p-7;  // a misfit of turns within an eighth of a radian
constexpr int kMostDigits = 15;

/// Bases of published models: dialects differ in little else.
constexpr std::array kBasesInUse = {10000.0,   500000.0,   1000000.0,  100000.0, 1000.0,
                                    100.0,     150000.0,   160000.0,   50000.0,  5000000.0,
                                    8000000.0, 10000000.0, 100000000.0};

double wrapped(double angle) { return std::remainder(angle, 2 * std::numbers::pi); }

/// The mean turn of (s, c) from row to row of equal steps.
std::optional<Estimate> from_turns(const Glance& g, std::size_t sine, std::size_t cosine,
                                   double noise) {
  const Position step = g.positions[1] - g.positions[0];
  double total = 0;
  double turns = 0;
  for (std::size_t r = 1; r < g.positions.size(); ++r) {
    if (g.positions[r] - g.positions[r - 1] != step) break;
    total += wrapped(std::atan2(g.at(r, sine), g.at(r, cosine)) -
                     std::atan2(g.at(r - 1, sine), g.at(r - 1, cosine)));
    turns += 1;
  }
  if (!std::isfinite(total)) return std::nullopt;
  return Estimate{total / turns, 2 * noise / turns};
}

/// cos ωL of x(r + L) + x(r − L) = 2·cos ωL·x(r) by least squares, and Σx².
std::pair<double, double> cosine_over(const Glance& g, std::size_t column, std::size_t lag,
                                      std::size_t rows) {
  double cross = 0;
  double square = 0;
  for (std::size_t r = lag; r + lag < rows; ++r) {
    cross += g.at(r, column) * (g.at(r + lag, column) + g.at(r - lag, column));
    square += g.at(r, column) * g.at(r, column);
  }
  return {cross / (2 * square), square};
}

/// The turn from row to row of one function alone: over 1, 2, 4, … rows, until it is large enough
/// to be seen, and then each finer one in the turn that the one before names.
std::optional<Estimate> from_one(const Glance& g, std::size_t column, double noise) {
  constexpr double kSeen = 0.25;  // radians
  std::size_t rows = 2;
  while (rows < g.positions.size() &&
         g.positions[rows] - g.positions[rows - 1] == g.positions[1] - g.positions[0])
    ++rows;
  std::optional<Estimate> best;
  for (std::size_t lag = 1; 3 * lag < rows; lag *= 2) {
    const auto [cosine, square] = cosine_over(g, column, lag, rows);
    if (!(square > 0) || !(std::abs(cosine) < 1)) continue;
    const double turn = std::acos(cosine);
    const auto n = static_cast<double>(lag);
    const double error = 2 * noise / (std::sqrt(square) * std::sin(turn) * n);
    if (!best) {
      if (turn > kSeen || 6 * lag >= rows) best = Estimate{turn / n, error};
      continue;
    }
    if (best->error * n > kSeen || error > best->error) break;
    const double near = wrapped(best->value * n);
    best = Estimate{best->value + (std::copysign(turn, near) - near) / n, error};
  }
  return best;
}

/// Looks for the base of a table: ln b, and how far it may be off.
class Search {
 public:
  Search(const Source& source, const Chart& chart, const Format& compute)
      : source_(source),
        compute_(compute),
        scale_(static_cast<double>(chart.waves.scale)),
        origin_(static_cast<double>(chart.waves.origin)),
        exponent_(chart.waves.ladder.multiplier / static_cast<double>(chart.waves.ladder.divisor)) {
    const auto all = measure::by_pair(chart);
    for (std::size_t i = 0; i < all.size(); i += 1 + all.size() / 32) {
      if (all[i].pair > 0) pairs_.push_back(all[i]);
    }
  }

  /// What the turns from row to row say.                                      verdict.md, (6)
  std::optional<Estimate> coarse() const {
    const Glance g = glance(source_, 0, kCoarseRows);
    if (g.positions.size() < 2) return std::nullopt;
    const double step = std::abs(static_cast<double>(g.positions[1] - g.positions[0]) * scale_);
    std::vector<Estimate> turns;
    std::vector<Estimate> logs;
    for (const measure::PairChannels& pair : pairs_) {
      const auto turn = turn_of(g, pair);
      turns.push_back(turn && turn->value > 0 ? *turn : Estimate{});
      if (turns.back().value > 0) {
        const double e = exponent_ * pair.pair;
        logs.push_back({-std::log(turn->value / step) / e, turn->error / (turn->value * e)});
      }
    }
    std::optional<Estimate> best;
    double least = 0;
    for (const Estimate& log : logs) {
      const double bad = misfit(turns, step, log.value);
      const bool good = bad < kGood;
      const bool better = !best || (good && least < kGood ? log.error < best->error : bad < least);
      if (better) best = log, least = bad;
    }
    return best;
  }

  /// What the phases at more and more distant rows add, each where its turn is no longer in doubt.
  ///                                                                          verdict.md, (7)
  Estimate fine(Estimate log) const {
    struct Place {
      Glance glance;
      const measure::PairChannels* pair;
      double rows;  ///< scale·(p + origin)
    };
    std::vector<Place> places;
    std::vector<std::uint64_t> firsts = {0};
    for (std::uint64_t first = kFineRows; first < source_.rows; first *= 4) firsts.push_back(first);
    if (source_.rows > kFineRows) firsts.push_back(source_.rows - kFineRows);
    for (const std::uint64_t first : firsts) {
      const Glance g = glance(source_, first, kFineRows);
      const double at = scale_ * (static_cast<double>(g.positions[0]) + origin_);
      for (const measure::PairChannels& pair : pairs_) places.push_back({g, &pair, at});
    }
    const auto slope = [&](const Place& p) {  // of its phase against ln b
      const double e = exponent_ * p.pair->pair;
      return -p.rows * std::exp(-e * log.value) * e;
    };
    std::sort(places.begin(), places.end(), [&](const Place& a, const Place& b) {
      return std::abs(slope(a)) < std::abs(slope(b));
    });
    for (const Place& p : places) {
      const double step = scale_ * std::exp(-exponent_ * p.pair->pair * log.value);
      const double angle = p.rows / scale_ * step;
      const auto phase = phase_of(p.glance, *p.pair, step, noise(source_.format, compute_, angle));
      const double h = slope(p);
      if (!phase || h == 0 || 3 * std::abs(h) * log.error + phase->error > 1) continue;
      const double prior = log.error * log.error;
      const double variance = phase->error * phase->error;
      const double total = h * h * prior + variance;
      log.value += prior * h / total * wrapped(phase->value - angle);
      log.error = std::sqrt(prior * variance / total);
    }
    return log;
  }

 private:
  /// The turn of a pair from row to row; how noisy its angles are depends on itself.
  std::optional<Estimate> turn_of(const Glance& g, const measure::PairChannels& pair) const {
    const auto with = [&](double angle) {
      const double blur = noise(source_.format, compute_, angle);
      if (!pair.sines.empty() && !pair.cosines.empty())
        return from_turns(g, pair.sines.front(), pair.cosines.front(), blur);
      return from_one(g, pair.sines.empty() ? pair.cosines.front() : pair.sines.front(), blur);
    };
    const auto first = with(0);
    if (!first) return std::nullopt;
    const auto step = static_cast<double>(g.positions[1] - g.positions[0]);
    return with(static_cast<double>(g.positions[0]) / step * first->value);
  }

  /// How badly a base explains the turns: the mean of 1 − cos of what it leaves.
  double misfit(const std::vector<Estimate>& turns, double step, double log) const {
    double sum = 0;
    double count = 0;
    for (std::size_t i = 0; i < turns.size(); ++i) {
      if (!(turns[i].value > 0)) continue;
      sum += 1 - std::cos(turns[i].value - step * std::exp(-exponent_ * pairs_[i].pair * log));
      count += 1;
    }
    return sum / count;
  }

  const Source& source_;
  Format compute_;
  double scale_, origin_, exponent_;
  std::vector<measure::PairChannels> pairs_;
};

}  // namespace

std::vector<Rational> likely_bases(const Source& source, const Chart& chart, const Format& compute,
                                   bool placed) {
  const Search search(source, chart, compute);
  const auto coarse = search.coarse();
  if (!coarse) return {};
  const Estimate log = placed ? search.fine(*coarse) : *coarse;
  const double base = std::exp(log.value);
  // A constant such as ln b or b itself, rounded to the format computed in, is another base; 2⁻⁴⁰
  // pays for estimating in doubles.
  const double rounding = std::ldexp(4 * (1 + std::abs(log.value)), -compute.precision) + 0x1p-40;
  const double slack = base * (4 * std::expm1(std::min(log.error, 1.0)) + rounding);
  if (!std::isfinite(base) || !(base > 0)) return {};
  std::vector<Rational> bases;
  const auto add = [&](const Rational& candidate) {
    if (std::abs(static_cast<double>(candidate) - base) <= slack &&
        std::find(bases.begin(), bases.end(), candidate) == bases.end())
      bases.push_back(candidate);
  };
  for (const double known : kBasesInUse) add(to_rational(from_double(known)));
  for (int digits = 1; digits <= kMostDigits; ++digits)
    add(parse_rational(decimal(to_rational(from_double(base)), digits)));
  return bases;
}

}  // namespace sextant::verify
