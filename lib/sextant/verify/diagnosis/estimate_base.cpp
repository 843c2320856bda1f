#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "sextant/number/text.hpp"
#include "sextant/verify/diagnosis/estimate.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kCoarseRows = 256;
constexpr std::uint64_t kFineRows = 64;
constexpr int kMostDigits = 15;
constexpr double kLargest = 0x1p100;  // beyond, and below 1, lies what noise asks for

/// Bases of published models: dialects differ in little else.
constexpr std::array kBasesInUse = {10000.0,   500000.0,   1000000.0,  100000.0, 1000.0,
                                    100.0,     150000.0,   160000.0,   50000.0,  5000000.0,
                                    8000000.0, 10000000.0, 100000000.0};

/// Looks for the base of a table: ln b, and how far it may be off.
class Search {
 public:
  Search(const Source& source, const Chart& chart, const Format& compute)
      : source_(source),
        compute_(compute),
        scale_(static_cast<double>(chart.waves.scale)),
        origin_(static_cast<double>(chart.waves.origin)),
        exponent_(chart.waves.geometric.multiplier /
                  static_cast<double>(chart.waves.geometric.divisor)) {
    const auto all = by_pair(chart);
    for (std::size_t i = 0; i < all.size(); i += 1 + all.size() / 32) {
      if (all[i].pair > 0) pairs_.push_back(all[i]);
    }
  }

  /// What the turns from row to row say.                                      verdict.md, (8)
  std::optional<Estimate> coarse() const {
    const Glance g = glance(source_, 0, kCoarseRows);
    if (g.positions.size() < 2) return std::nullopt;
    const double step = std::abs(static_cast<double>(g.positions[1] - g.positions[0]) * scale_);
    std::vector<Estimate> turns;
    for (const PairChannels& pair : pairs_) turns.push_back(turn_in(g, pair));
    std::optional<Estimate> best;
    std::size_t origin = 0;
    double least = 0;
    for (std::size_t i = 0; i < turns.size(); ++i) {
      if (!(turns[i].value > 0)) continue;
      const double e = exponent_ * pairs_[i].pair;
      const Estimate log{-std::log(turns[i].value / step) / e,
                         turns[i].error / (turns[i].value * e)};
      const double bad = misfit(turns, step, log.value);
      const bool good = bad < kGood;
      const bool better = !best || (good && least < kGood ? log.error < best->error : bad < least);
      if (better) best = log, least = bad, origin = i;
    }
    if (best) refine(turns, step, origin, *best);
    return best;
  }

  /// What the phases at more and more distant rows add, each where its turn is no longer in doubt.
  ///                                                                          verdict.md, (9)
  Estimate fine(Estimate log) const {
    struct Place {
      Glance glance;
      const PairChannels* pair;
      double rows;  ///< scale·(p + origin)
      double half;  ///< the same of half of the rows: a phase at the first owes that to the turn
    };
    std::vector<Place> places;
    std::vector<std::uint64_t> firsts = {0};
    for (std::uint64_t first = kFineRows; first < source_.rows; first *= 4) firsts.push_back(first);
    if (source_.rows > kFineRows) firsts.push_back(source_.rows - kFineRows);
    for (const std::uint64_t first : firsts) {
      const Glance g = glance(source_, first, kFineRows);
      const double at = scale_ * (static_cast<double>(g.positions[0]) + origin_);
      const double half =
          scale_ * static_cast<double>(g.positions.back() - g.positions.front()) / 2;
      for (const PairChannels& pair : pairs_) places.push_back({g, &pair, at, half});
    }
    const auto slope = [&](const Place& p) {  // of its phase against ln b
      const double e = exponent_ * p.pair->pair;
      return -(p.rows + p.half) * std::exp(-e * log.value) * e;
    };
    std::sort(places.begin(), places.end(), [&](const Place& a, const Place& b) {
      return std::abs(slope(a)) < std::abs(slope(b));
    });
    for (const Place& p : places) {
      const double step = scale_ * std::exp(-exponent_ * p.pair->pair * log.value);
      const double angle = p.rows / scale_ * step;
      const auto phase = phase_of(p.glance, *p.pair, step, noise(source_.format, compute_, angle));
      if (phase) take(*phase, angle, slope(p), log);
    }
    return log;
  }

 private:
  /// The turn of a pair from row to row, zero where there is none to see; how noisy its angles are
  /// depends on itself.
  Estimate turn_in(const Glance& g, const PairChannels& pair) const {
    // One function alone does not show which way a pair turns.
    const bool both = !pair.sines.empty() && !pair.cosines.empty();
    const bool back = both && (g.positions[1] > g.positions[0]) != (scale_ > 0);
    const auto with = [&](double angle) {
      auto turn = turn_of(g, pair, noise(source_.format, compute_, angle).own);
      if (turn && back) turn->value = -turn->value;
      return turn;
    };
    const auto first = with(0);
    if (!first || !(first->value > 0)) return {};
    const auto step = static_cast<double>(g.positions[1] - g.positions[0]);
    return *with(static_cast<double>(g.positions[0]) / step * first->value);
  }

  /// An angle seen against the one that ln b predicts, `h` its slope: nothing to learn while its
  /// turn is in doubt.
  static void take(const Estimate& seen, double predicted, double h, Estimate& log) {
    if (h == 0 || 3 * std::abs(h) * log.error + seen.error > 1) return;
    const double prior = log.error * log.error;
    const double variance = seen.error * seen.error;
    const double total = h * h * prior + variance;
    log.value += prior * h / total * wrapped(seen.value - predicted);
    log.error = std::sqrt(prior * variance / total);
  }

  /// What the turns of the other pairs add to that of pair number `origin`, slowest first.
  void refine(const std::vector<Estimate>& turns, double step, std::size_t origin,
              Estimate& log) const {
    for (std::size_t i = turns.size(); i-- > 0;) {
      if (i == origin || !(turns[i].value > 0)) continue;
      const double e = exponent_ * pairs_[i].pair;
      const double angle = step * std::exp(-e * log.value);
      take(turns[i], angle, -e * angle, log);
    }
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
  std::vector<PairChannels> pairs_;
};

}  // namespace

std::vector<Rational> bases_in_use() {
  std::vector<Rational> bases;
  for (const double known : kBasesInUse) bases.push_back(to_rational(from_double(known)));
  return bases;
}

namespace {

/// What the frequencies themselves say, where a table holds them: the slowest most.
std::optional<Estimate> of_frequencies(const Source& source, const Chart& chart,
                                       const Format& compute) {
  const Glance g = glance(source, 0, 1);
  std::optional<Estimate> best;
  for (std::size_t j = 0; j < chart.channels.size(); ++j) {
    const Rational exponent =
        chart.channels[j].pair * chart.waves.geometric.multiplier / chart.waves.geometric.divisor;
    const double omega = g.at(0, j);
    if (exponent <= 0 || !(omega > 0) || !std::isfinite(omega)) continue;
    const auto e = static_cast<double>(exponent);
    const Noise blur = noise(source.format, compute, 1);
    const Estimate log{-std::log(omega) / e, (blur.own + blur.shared) / e};
    if (!best || log.error < best->error) best = log;
  }
  return best;
}

std::optional<Estimate> log_of_base(const Source& source, const Chart& chart, const Format& compute,
                                    bool placed) {
  if (!chart.channels.empty() && chart.channels.front().function == Function::frequency)
    return of_frequencies(source, chart, compute);
  const Search search(source, chart, compute);
  const auto coarse = search.coarse();
  return coarse && placed ? search.fine(*coarse) : coarse;
}

}  // namespace

std::vector<Rational> likely_bases(const Source& source, const Chart& chart, const Format& compute,
                                   bool placed) {
  const auto estimated = log_of_base(of_waves(source, chart.waves), chart, compute, placed);
  if (!estimated) return {};
  const Estimate& log = *estimated;
  const double base = std::exp(log.value);
  // A constant such as ln b or b itself, rounded to the format computed in, is another base; 2⁻⁴⁰
  // pays for estimating in doubles.
  const double rounding = std::ldexp(4 * (1 + std::abs(log.value)), -compute.precision) + 0x1p-40;
  const double slack = base * (4 * std::expm1(std::min(log.error, 1.0)) + rounding);
  if (!(base > 1 && base < kLargest)) return {};
  std::vector<Rational> bases;
  const auto add = [&](const Rational& candidate) {
    if (std::abs(static_cast<double>(candidate) - base) <= slack &&
        std::find(bases.begin(), bases.end(), candidate) == bases.end())
      bases.push_back(candidate);
  };
  for (const Rational& known : bases_in_use()) add(known);
  for (int digits = 1; digits <= kMostDigits; ++digits)
    add(parse_rational(decimal(to_rational(from_double(base)), digits)));
  return bases;
}

}  // namespace sextant::verify
