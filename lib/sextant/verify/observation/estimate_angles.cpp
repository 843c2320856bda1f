#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "sextant/encoding/real/rational.hpp"
#include "sextant/number/number.hpp"
#include "sextant/number/pi.hpp"
#include "sextant/number/round.hpp"
#include "sextant/number/text.hpp"
#include "sextant/recipe/bound/arithmetic.hpp"
#include "sextant/verify/accept/acceptance_criterion.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/rows/written_digits.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kTurnRows = 256;
constexpr double kSeen = 0.25;           // radians; estimates with larger errors are not used
constexpr double kOfDoubles = 0x1p-46;   // loss of precision in normal equations   verdict.md, (28)
constexpr double kContradiction = 1;     // radians; larger differences are not noise
constexpr std::size_t kMostPairs = 32;   // approximate maximum of pairs in a fit of a number
constexpr std::size_t kFewerPairs = 16;  // approximate maximum of pairs in a fit of an offset
constexpr int kMostDigits = 15;

/// Updates an estimate with an angle that depends on it with derivative `slope`, unless its number
/// of turns is uncertain.  `left` is the angle minus its prediction.
///                                                                                  verdict.md, (9)
void take(const Estimate& left, double slope, Estimate& number) {
  if (slope == 0 || 3 * std::abs(slope) * number.error + left.error > 1) return;
  const double prior = number.error * number.error;
  const double variance = left.error * left.error;
  const double total = slope * slope * prior + variance;
  if (!(total > 0)) return;
  number.value += prior * slope / total * left.value;
  number.error = std::sqrt(prior * variance / total);
}

/// Frequencies that depend on one unknown number x: scale·e^(−rate·x), or rate·x.
struct Family {
  bool exponential = false;
  double scale = 1;
  std::vector<double> rates;  ///< one per pair; pairs of rate 0 do not depend on x

  double rate(int pair) const { return rates[static_cast<std::size_t>(pair)]; }
  double omega(int pair, double x) const {
    return exponential ? scale * std::exp(-rate(pair) * x) : rate(pair) * x;
  }
  double slope(int pair, double x) const {
    return exponential ? -rate(pair) * omega(pair, x) : rate(pair);
  }
  /// Returns the x of a frequency with the given error; nullopt if no x has the frequency.
  std::optional<Estimate> number(int pair, double omega, double error) const {
    const double times = omega / (exponential ? scale : rate(pair));
    if (!(times > 0)) return std::nullopt;
    const double x = exponential ? -std::log(times) / rate(pair) : times;
    return Estimate{x, error / std::abs(slope(pair, x))};
  }
};

/// Fits the number of a family to the rotations from row to row and to the phases of a table.
class Fit {
  static constexpr double kOutlier = 64;  // errors of an estimate
 public:
  Fit(const Source& source, const Chart& chart, const Format& compute, Family family)
      : source_(source),
        compute_(compute),
        origin_(chart.waves.origin),
        family_(std::move(family)) {
    const auto all = by_pair(chart);
    for (std::size_t i = 0; i < all.size(); i += 1 + all.size() / kMostPairs)
      if (family_.rate(all[i].pair) != 0) pairs_.push_back(all[i]);
    const RowWindow g = row_window(source_, 0, kTurnRows);
    const Noise blur = noise(source_.format, compute_, 1);
    for (std::size_t j = 0; j < chart.channels.size(); ++j) {  // tables of frequencies
      const Channel& c = chart.channels[j];
      const double omega = g.at(0, j) * family_.scale;
      if (c.function != Function::frequency || family_.rate(c.pair) == 0) continue;
      if (omega > 0 && std::isfinite(omega))
        turns_.push_back({c.pair, false, {omega, omega * (blur.own + blur.shared)}});
    }
    drop_outliers();
    if (g.positions.size() < 2) return;
    apart_ = static_cast<double>(g.positions[1] - g.positions[0]);
    for (const PairChannels& pair : pairs_) {
      const bool folded = pair.sines.empty() || pair.cosines.empty();
      const auto turn = seen_turn(g, pair, compute_);
      if (turn && turn->error < kSeen) turns_.push_back({pair.pair, folded, *turn});
    }
  }

  /// Returns a first estimate from rotations: among those that explain all rotations, the one with
  /// the least error, otherwise the best.  If none explains them, the numbers `in_use` compete too,
  /// because all pairs may rotate by more than a turn.  The other rotations then refine it, slowest
  /// first.
  ///                                                                                verdict.md, (8)
  std::optional<Estimate> coarse(const std::vector<double>& in_use = {}) const {
    constexpr double kInDoubt = 0x1p-12;  // relative error assumed for numbers in use
    std::optional<Estimate> best;
    double least = 0;
    const Turn* from = nullptr;
    const auto offer = [&](const Estimate& x, const Turn* by) {
      const double bad = misfit(x.value);
      const bool as_good = by != nullptr && bad < kGood && least < kGood;
      if (best && !(as_good ? x.error < best->error : bad < least)) return;
      best = x, least = bad, from = by;
    };
    for (const Turn& t : turns_) {
      const double turn = t.folded ? std::copysign(t.seen.value, at(t.pair, 1)) : t.seen.value;
      if (const auto x = family_.number(t.pair, turn / apart_, t.seen.error / std::abs(apart_)))
        offer(*x, &t);
    }
    if (!(best && least < kGood))
      for (const double x : in_use) offer({x, x * kInDoubt}, nullptr);
    if (!best) return std::nullopt;
    std::vector<const Turn*> slowest;
    for (const Turn& t : turns_) slowest.push_back(&t);
    std::stable_sort(slowest.begin(), slowest.end(), [&](const Turn* a, const Turn* b) {
      return std::abs(at(a->pair, best->value)) < std::abs(at(b->pair, best->value));
    });
    for (const Turn* t : slowest) {
      const double slope = apart_ * family_.slope(t->pair, best->value);
      const bool other_side = t->folded && std::abs(at(t->pair, best->value)) > std::numbers::pi;
      if (t == from || other_side) continue;
      const bool back = t->folded && at(t->pair, best->value) < 0;
      take({left(*t, best->value), t->seen.error}, back ? -slope : slope, *best);
    }
    return best;
  }

  /// Refines an estimate with phases at more and more distant rows, as long as their number of
  /// turns is certain.
  ///                                                                                verdict.md, (9)
  Estimate fine(Estimate x) const {
    struct Place {
      const RowWindow* rows;
      const PairChannels* pair;
      double at, slope;  ///< position of the first row; derivative of the phase at the middle row
    };
    const std::vector<RowWindow> windows = windows_of(source_);
    std::vector<Place> places;
    for (const RowWindow& g : windows) {
      const double at = static_cast<double>(g.positions[0]) + static_cast<double>(origin_);
      const double half = static_cast<double>(g.positions.back() - g.positions.front()) / 2;
      for (const PairChannels& pair : pairs_)
        places.push_back({&g, &pair, at, (at + half) * family_.slope(pair.pair, x.value)});
    }
    std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
      return std::abs(a.slope) < std::abs(b.slope);
    });
    for (const Place& p : places) {
      const double omega = family_.omega(p.pair->pair, x.value);
      const double angle = p.at * omega;
      const auto wave = wave_of(*p.rows, *p.pair, omega, noise(source_.format, compute_, angle));
      if (wave) take({wrapped(wave->phase.value - angle), wave->phase.error}, p.slope, x);
    }
    return x;
  }

  /// Returns the cost of a number: the mean of 1 − cos of the differences to the measured
  /// rotations.
  double misfit(double x) const {
    double sum = 0;
    for (const Turn& t : turns_) sum += 1 - std::cos(left(t, x));
    return sum / static_cast<double>(turns_.size());
  }

 private:
  struct Turn {
    int pair = 0;
    bool folded = false;  ///< only one function is present, so the sign of the rotation is unknown
    Estimate seen;
  };

  /// Drops damaged entries of a table of frequencies: those without a number, or with one more than
  /// kOutlier errors from the median, unless they are more than a quarter.
  void drop_outliers() {
    std::vector<double> numbers;
    const auto number = [&](const Turn& t) {
      return family_.number(t.pair, t.seen.value, t.seen.error);
    };
    for (const Turn& t : turns_)
      if (const auto x = number(t)) numbers.push_back(x->value);
    if (numbers.empty()) return;
    const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
    std::nth_element(numbers.begin(), middle, numbers.end());
    std::vector<Turn> near;
    std::copy_if(turns_.begin(), turns_.end(), std::back_inserter(near), [&](const Turn& t) {
      const auto x = number(t);
      return x && std::abs(x->value - *middle) <= kOutlier * x->error;
    });
    if (4 * near.size() >= 3 * turns_.size()) turns_ = std::move(near);
  }

  /// Returns the rotation from row to row that a number predicts, in radians.
  double at(int pair, double x) const { return apart_ * family_.omega(pair, x); }
  double left(const Turn& t, double x) const {
    const double made = at(t.pair, x);
    return t.folded ? std::abs(t.seen.value) - std::abs(wrapped(made))
                    : wrapped(t.seen.value - made);
  }

  const Source& source_;
  Format compute_;
  Rational origin_;
  Family family_;
  std::vector<PairChannels> pairs_;
  std::vector<Turn> turns_;
  double apart_ = 1;  ///< positions per row
};

/// Returns the position of a window that is farthest from 0.  Its angle has the largest error.
double farthest(const RowWindow& g) {
  double most = 0;
  for (const Position p : g.positions) most = std::max(most, std::abs(static_cast<double>(p)));
  return most;
}

/// A pair's observed minus claimed phase at the first row, and its radians per position.
struct PhaseOff {
  Estimate off;
  double step = 0;
};

PairChannels of_function(PairChannels pair, const std::optional<Function>& function) {
  if (function == Function::cosine) pair.sines.clear();
  if (function == Function::sine) pair.cosines.clear();
  return pair;
}

/// Returns the phase differences of about `most` pairs, slowest first.  Pairs with large errors are
/// left out.
std::vector<PhaseOff> phases_off(const RowWindow& g, const exact::Oracle& oracle,
                                 const Format& compute, const std::optional<Function>& of,
                                 std::size_t most) {
  const std::vector<double> steps = steps_of(oracle);
  const auto pairs = by_pair(oracle.chart());
  std::vector<PhaseOff> found;
  for (std::size_t i = 0; i < pairs.size(); i += 1 + pairs.size() / most) {
    const PairChannels pair = of_function(pairs[i], of);
    if (pair.sines.empty() && pair.cosines.empty()) continue;
    const double step = steps[static_cast<std::size_t>(pair.pair)];
    const auto truth = oracle.pair(g.positions[0], pair.pair);
    const double claimed = std::atan2(exact::near(truth.sine).high, exact::near(truth.cosine).high);
    const Noise blur = noise(g.format, compute, farthest(g) * step);
    const auto wave = wave_of(g, pair, step, blur);
    if (!wave) continue;
    // The normal equations of (5) lose precision by the square of their amplification.
    //                                                                              verdict.md, (28)
    const double amplified = wave->phase.error / blur.own;
    const double error = wave->phase.error + kOfDoubles * (1 + amplified * amplified);
    if (error < kSeen) found.push_back({{wrapped(wave->phase.value - claimed), error}, step});
  }
  std::stable_sort(found.begin(), found.end(), [](const PhaseOff& a, const PhaseOff& b) {
    return std::abs(a.step) < std::abs(b.step);
  });
  return found;
}

/// Returns the cost of an offset: the mean of 1 − cos of the remaining phase differences.
double misfit(const std::vector<PhaseOff>& pairs, double offset) {
  double sum = 0;
  for (const PhaseOff& p : pairs) sum += 1 - std::cos(offset * p.step - p.off.value);
  return sum / static_cast<double>(pairs.size());
}

/// Returns the cost below which the search for an offset ends.  For few pairs many offsets have a
/// small cost, so the limit depends on the errors of their phases.
double good(const std::vector<PhaseOff>& pairs) {
  constexpr std::size_t kFewPairs = 4;
  if (pairs.size() >= kFewPairs) return kGood;
  double sum = 0;
  for (const PhaseOff& p : pairs) sum += p.off.error * p.off.error;
  return std::min(kGood, 4 * sum / static_cast<double>(pairs.size()));
}

/// Returns the offset near `start` that fits all pairs, slowest first.  Each pair refines the
/// offset, and the result so far determines its number of turns.  nullopt as soon as a pair
/// contradicts it.
///                                                                                  verdict.md, (6)
std::optional<Estimate> refined(const std::vector<PhaseOff>& pairs, double start) {
  double weights = 0;
  double offset = start;
  for (const PhaseOff& p : pairs) {
    const double left = wrapped(p.off.value - offset * p.step);
    const double open = weights > 0 ? 3 * std::abs(p.step) / std::sqrt(weights) : 0;
    if (std::abs(left) > kContradiction + open) return std::nullopt;
    const double weight = p.step * p.step / (p.off.error * p.off.error);
    weights += weight;
    offset += left / p.step * weight / weights;
  }
  return Estimate{offset, 1 / std::sqrt(weights)};
}

/// Returns the offset of a single row with which every entry is within its error.  The offset is at
/// most 2¹⁰, and at most half a turn of the slowest pair.  nullopt if there is none, or if entries
/// are within 8 times their errors with another one, except the one that gives the opposite
/// position.
///                                                                                 verdict.md, (6a)
std::optional<Estimate> offset_of_row(const RowWindow& g, const exact::Oracle& oracle,
                                      const Format& compute) {
  constexpr double kFarthest = 1 << 10;
  constexpr double kLoosely = 8;
  const std::vector<double> steps = steps_of(oracle);
  const auto& waves = oracle.waves();
  if (!waves.phases.empty()) return std::nullopt;
  const double size = std::abs(recipe::upward(waves.amplitude));
  const double at = static_cast<double>(g.positions[0]) + static_cast<double>(waves.origin);
  const auto misfit = [&](double offset) {  // in units of the errors
    double most = 0;
    for (std::size_t j = 0; j < g.columns && most <= kLoosely; ++j) {
      const Channel& c = oracle.chart().channels[j];
      if (!is_wave(c.function)) return 2 * kLoosely;
      const double angle = (at + offset) * steps[static_cast<std::size_t>(c.pair)];
      const Noise blur = noise(g.format, compute, angle);
      const double wave = c.function == Function::sine ? std::sin(angle) : std::cos(angle);
      const double off = std::abs(g.at(0, j) - size * wave) / (size * (blur.own + blur.shared));
      most = off <= kLoosely ? std::max(most, off) : 2 * kLoosely;
    }
    return most;
  };
  const auto parts = static_cast<double>(waves.parts);
  double slowest = std::numbers::pi;
  for (const double step : steps)
    if (step != 0) slowest = std::min(slowest, std::abs(step) * parts);
  const double farthest = std::min(kFarthest, std::numbers::pi / slowest);
  std::optional<double> found;
  for (int k = 1; k <= 2 * farthest; ++k) {
    const double offset = parts * (k % 2 == 1 ? (k + 1) / 2 : -k / 2);
    const double off = misfit(offset);
    if (off > kLoosely || (found && std::abs(at + offset) == std::abs(at + *found))) continue;
    if (found || off > 1) return std::nullopt;
    found = offset;
  }
  return found ? std::optional(Estimate{*found, 0}) : std::nullopt;
}

/// Returns the offset that explains the phases of all pairs: if `whole`, the best integer;
/// otherwise the nearest number that fits.  nullopt if no phase can be measured.
std::optional<Estimate> offset_of(const Source& source, const exact::Oracle& oracle,
                                  const Format& compute, bool whole) {
  constexpr double kFarthest = 0x1p24;   // no context is longer
  constexpr double kOverflown = 0x1p31;  // but a count of 32 bits may have overflown
  constexpr int kMostTurns = 1 << 16;
  const RowWindow g = row_window(of_waves(source, oracle.waves()), 0, kRowsEstimated);
  auto pairs = phases_off(g, oracle, compute, std::nullopt, kFewerPairs);
  std::erase_if(pairs, [](const PhaseOff& p) { return p.step == 0; });
  if (pairs.empty())
    return g.positions.size() == 1 ? offset_of_row(g, oracle, compute) : std::nullopt;
  const PhaseOff& slowest = pairs.front();
  Estimate best;
  double least = misfit(pairs, 0);
  const double enough = good(pairs);
  const auto offer = [&](double start) {  // returns whether no other offset has to be tried
    auto offset = refined(pairs, start);
    if (!offset) return false;
    if (whole) offset->value = std::nearbyint(offset->value);
    const double bad = misfit(pairs, offset->value);
    if (bad < least) least = bad, best = *offset;
    return bad < enough;
  };
  const auto parts = static_cast<double>(oracle.waves().parts);
  bool found = false;
  for (int k = 0; k < 2 * kMostTurns && !found; ++k) {
    const int turns = k % 2 == 0 ? k / 2 : -(k + 1) / 2;
    const double start = (slowest.off.value + 2 * std::numbers::pi * turns) / slowest.step;
    if (std::abs(start) > kFarthest * parts) break;
    found = offer(start);
  }
  for (double power = 2 * kFarthest; power <= kOverflown && !found; power *= 2)
    found = offer(power * parts) || offer(-power * parts);
  return std::isfinite(best.value) && (whole || found) ? std::optional(best) : std::nullopt;
}

/// Returns a better estimate of a phase, from entries with the claimed amplitude.  For slow pairs
/// it is more precise than (5), which also estimates the amplitude.
///                                                                                verdict.md, (28a)
Estimate nearer(const RowWindow& g, const exact::Oracle& oracle, const Format& compute,
                const std::optional<Function>& of, const Estimate& phase) {
  constexpr std::size_t kAsked = 2048;  // approximate maximum of entries
  constexpr double kOutlier = 8;        // errors; pairs that deviate more are not used
  const double c = std::cos(phase.value), s = std::sin(phase.value);
  const std::vector<double> steps = steps_of(oracle);
  const auto pairs = by_pair(oracle.chart());
  const std::size_t every = 1 + g.positions.size() * pairs.size() / kAsked;
  double weights = 0, sum = 0;
  for (const PairChannels& all : pairs) {
    const PairChannels pair = of_function(all, of);
    double squares = 0, along = 0, left = 0, entries = 0;
    const auto add = [&](double slope, double off) {
      squares += slope * slope, along += slope * off, left += off * off, entries += 1;
    };
    for (std::size_t row = 0; row < g.positions.size(); row += every) {
      const auto truth = oracle.pair(g.positions[row], pair.pair);
      const double sine = exact::near(truth.sine).high, cosine = exact::near(truth.cosine).high;
      const double high = sine * c + cosine * s, wide = cosine * c - sine * s;
      for (const std::size_t j : pair.sines) add(wide, g.at(row, j) - high);
      for (const std::size_t j : pair.cosines) add(-high, g.at(row, j) - wide);
    }
    const double step = steps[static_cast<std::size_t>(pair.pair)];
    const Noise blur = noise(g.format, compute, farthest(g) * step);
    const double within = kOutlier * (blur.own + blur.shared + phase.error);
    if (!(squares > 0) || !(left <= entries * within * within)) continue;
    const double weight = 1 / (blur.own * blur.own / squares + blur.shared * blur.shared);
    weights += weight;
    sum += weight * along / squares;
  }
  if (!(weights > 0)) return phase;
  return {wrapped(phase.value + sum / weights), 1 / std::sqrt(weights) + kOfDoubles};
}

/// Returns the phases caused by an approximation of pi in quarter and half turns, and those by pi
/// rounded to float32 or to 16 bits in quarter turns.
std::vector<ObservedPhase> by_other_pi(double value, double slack) {
  const Rational pi = lower_pi();
  std::vector<ObservedPhase> found;
  for (const char* taken :
       {"3", "3.1", "3.14", "3.142", "3.1416", "3.14159", "3.1415927", "22/7"}) {
    for (const int quarters : {1, 2, -1, -2}) {
      const Rational off = (parse_rational(taken) - pi) * quarters / 2;
      if (std::abs(static_cast<double>(off) - value) <= slack) found.push_back({off, {}, taken});
    }
  }
  for (const Format& format : {kFloat32, kFloat16}) {
    const Rational rounded = to_rational(round(format, pi));
    const Rational off = (rounded - pi) / 2;
    if (std::abs(static_cast<double>(off) - value) <= slack)
      found.insert(found.begin(), {off, {}, decimal(rounded, kMostDigits), true});
  }
  return found;
}

/// Appends a number that `all` does not contain yet.
void add_new(const Rational& number, std::vector<Rational>& all) {
  if (std::find(all.begin(), all.end(), number) == all.end()) all.push_back(number);
}

}  // namespace

std::vector<Rational> bases_in_use() {  // published models rarely differ in anything else
  return {10000,  500000, 1000000, 100000,  1000,     100,      150000,
          160000, 50000,  5000000, 8000000, 10000000, 100000000};
}

std::vector<Rational> decimals_within(double value, double slack) {
  std::vector<Rational> found;
  for (int digits = 1; digits <= kMostDigits; ++digits) {
    const Rational candidate = parse_rational(decimal(to_rational(from_double(value)), digits));
    if (std::abs(static_cast<double>(candidate) - value) <= slack) add_new(candidate, found);
  }
  return found;
}

Rational fewest_bits(double least, double most) {
  double unit = std::exp2(std::floor(std::log2(most)));
  while (std::ceil(least / unit) * unit > most) unit /= 2;
  return to_rational(from_double(std::ceil(least / unit) * unit));
}

Rational simplest_fraction(double least, double most) {
  Integer p0 = 0, q0 = 1, p1 = 1, q1 = 0;
  double x = least, y = most;
  for (int depth = 0; depth < 40; ++depth) {
    const double cut = std::floor(x);
    const bool found = std::ceil(x) <= y;
    const Integer a = numerator(to_rational(from_double(found ? std::ceil(x) : cut)));
    p0 = std::exchange(p1, Integer(a * p1 + p0)), q0 = std::exchange(q1, Integer(a * q1 + q0));
    if (found) break;
    x = std::exchange(y, 1 / (x - cut)), x = 1 / (x - cut);
  }
  return Rational(p1, q1);
}

std::vector<Rational> likely_bases(const Source& all_rows, const Chart& chart,
                                   const Format& compute, bool placed) {
  constexpr double kLargest = 0x1p100;  // larger bases, and bases below 1, come from noise
  const Source source = of_waves(all_rows, chart.waves);
  Family family{true, static_cast<double>(chart.waves.scale), {}};
  const Frequency& first = chart.waves.frequencies.front();
  if (first.pi_power != 0)  // of coordinates in turns
    family.scale *=
        static_cast<double>(first.coefficient) * std::pow(std::numbers::pi, first.pi_power);
  for (int pair = 0; pair < chart.waves.pairs(); ++pair)
    family.rates.push_back(-static_cast<double>(chart.waves.geometric[pair].exponent));
  const Fit fit(source, chart, compute, std::move(family));
  auto log = fit.coarse();
  if (log && placed) log = fit.fine(*log);
  if (!log) return {};
  const double base = std::exp(log->value);
  // Rounding ln b or b to the format computed in changes the base.  2⁻⁴⁰ allows for estimates in
  // doubles.
  const double rounding = std::ldexp(4 * (1 + std::abs(log->value)), -compute.precision) + 0x1p-40;
  const double slack = base * (4 * std::expm1(std::min(log->error, 1.0)) + rounding);
  if (!(base > 1 && base < kLargest)) return {};
  std::vector<Rational> bases = bases_in_use();
  std::erase_if(bases, [&](const Rational& known) {
    return !(std::abs(static_cast<double>(known) - base) <= slack);
  });
  for (const Rational& round : decimals_within(base, slack)) add_new(round, bases);
  return bases;
}

std::vector<Rational> likely_scales(const Source& all_rows, const exact::Oracle& oracle,
                                    const Format& compute, bool placed) {
  // Larger scales, and smaller ones than its inverse, come from noise.
  constexpr double kLargest = 0x1p20;
  constexpr double kAsWell = 0x1p-12;  // cost that counts as zero
  const Source source = of_waves(all_rows, oracle.waves());
  const bool frequencies = is_frequency(oracle.chart().channels.front().function);
  if (source.rows < 3 && !frequencies) return {};
  const Fit fit(source, oracle.chart(), compute, {false, 1, steps_of(oracle)});
  std::vector<double> in_use;
  for (const double x : {2., 3., 4., 8., 10., 16., 32., 64., 100., 128., 256., 1000., 1024., 1.5})
    in_use.insert(in_use.end(), {x, 1 / x});
  const auto coarse = fit.coarse(in_use);
  if (!coarse || !(fit.misfit(coarse->value) < kGood)) return {};
  const Estimate scale = placed ? fit.fine(*coarse) : *coarse;
  const double slack =
      4 * scale.error + scale.value * (std::ldexp(4, -compute.precision) + 0x1p-40);
  std::vector<Rational> found;
  const double least = fit.misfit(coarse->value);
  for (const double x : in_use) {  // usual scales that explain the rotations about as well
    const double bad = fit.misfit(x);
    const Rational whole = to_rational(from_double(std::max(x, 1 / x)));
    if (bad < kGood && bad < 4 * least + kAsWell)
      found.push_back(x < 1 ? Rational(1 / whole) : whole);
  }
  const bool sensible = scale.value < kLargest && scale.value * kLargest > 1;
  if (!sensible || std::abs(scale.value - 1) <= slack) return found;
  const double below = scale.value - slack;
  if (below > 0) found.push_back(simplest_fraction(below, scale.value + slack));
  for (const Rational& round : decimals_within(scale.value, slack)) add_new(round, found);
  std::erase_if(found, [](const Rational& x) { return written_digits(x) > kWrittenDigits; });
  const Rational pi = lower_pi();
  for (const Rational& x : {Rational(2 * pi), pi, Rational(1 / (2 * pi)), Rational(1 / pi)})
    if (std::abs(scale.value - static_cast<double>(x)) <= slack) found.insert(found.begin(), x);
  return found;
}

std::optional<Position> likely_offset(const Source& source, const exact::Oracle& oracle,
                                      const Format& compute) {
  const auto offset = offset_of(source, oracle, compute, true);
  return offset ? std::optional(static_cast<Position>(offset->value)) : std::nullopt;
}

std::vector<Rational> likely_fractions(const Source& source, const exact::Oracle& oracle,
                                       const Format& compute) {
  const auto offset = offset_of(source, oracle, compute, false);
  if (!offset || offset->error == 0) return {};
  const auto parts = static_cast<double>(oracle.waves().parts);
  const double value = offset->value / parts;
  const double slack = 4 * offset->error / parts + std::abs(value) * 0x1p-40;
  if (std::abs(value - std::nearbyint(value)) <= slack) return {};
  constexpr int kLargestDenominator = 64;  // of a fraction that a program writes
  std::vector<Rational> found = decimals_within(value, slack);
  const Rational fraction = simplest_fraction(value - slack, value + slack);
  if (denominator(fraction) <= kLargestDenominator) add_new(fraction, found);
  std::stable_sort(found.begin(), found.end(), [](const Rational& x, const Rational& y) {
    return written_digits(x) < written_digits(y);
  });
  return found;
}

std::vector<ObservedPhase> likely_phases(const Source& source, const exact::Oracle& oracle,
                                         const Format& compute, std::optional<Function> of) {
  constexpr int kSteps = 3;           // iterations towards the phase of least squares
  constexpr int kMostTurnParts = 12;  // largest denominator of half turns
  constexpr std::size_t kTried =
      16;  // approximate maximum of pairs that are tried as the reference
  const RowWindow g = row_window(of_waves(source, oracle.waves()), 0, kRowsEstimated);
  const auto pairs = phases_off(g, oracle, compute, of, oracle.chart().width() + 1);
  if (pairs.empty()) return {};
  // A phase with which seven pairs in eight agree: the others are damaged.
  const auto agree = [](const PhaseOff& a, const PhaseOff& b) {
    return std::abs(wrapped(a.off.value - b.off.value)) <= 8 * (a.off.error + b.off.error);
  };
  const PhaseOff* shared = nullptr;
  for (std::size_t k = 0; k < pairs.size() && shared == nullptr; k += 1 + pairs.size() / kTried) {
    const auto alike = std::count_if(pairs.begin(), pairs.end(),
                                     [&](const PhaseOff& b) { return agree(pairs[k], b); });
    if (8 * static_cast<std::size_t>(alike) >= 7 * pairs.size()) shared = &pairs[k];
  }
  if (shared == nullptr) return {};
  Estimate phase = shared->off;
  for (const PhaseOff& p : pairs)
    if (&p != shared && agree(p, *shared))
      take({wrapped(p.off.value - phase.value), p.off.error}, 1, phase);
  for (int step = 0; step < kSteps; ++step) phase = nearer(g, oracle, compute, of, phase);
  const double value = phase.value;
  if (std::abs(value) <= phase.error) return {};
  const double slack = 4 * phase.error + std::ldexp(4, -compute.precision);
  std::vector<ObservedPhase> found = by_other_pi(value, slack);
  // Quarter turns of one function are the other function or signs, as half turns of all entries
  // are.  Values below four errors may be noise.
  const bool quarter = std::abs(std::remainder(value, std::numbers::pi / 2)) <= slack;
  const bool half = std::abs(std::remainder(value, std::numbers::pi)) <= slack;
  if ((quarter && (of || half)) || std::abs(value) <= 4 * phase.error) {
    for (ObservedPhase& seen : found) seen.faint = true;
    return found;
  }
  for (int parts = 1; parts <= kMostTurnParts && found.empty(); ++parts) {
    const auto k = static_cast<int>(std::nearbyint(value * parts / std::numbers::pi));
    if (k != 0 && std::abs(k) < parts && std::abs(value - std::numbers::pi * k / parts) <= slack)
      found.push_back({lower_pi() * k / parts, fmt::format("{}/{}", k, parts)});
  }
  for (const Rational& radians : decimals_within(value, slack)) found.push_back({radians, {}});
  return found;
}

}  // namespace sextant::verify
