#include "sextant/verify/candidate/recurrence.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "sextant/exact/evaluate.hpp"
#include "sextant/measure/entry/rows.hpp"
#include "sextant/number/ulp.hpp"
#include "sextant/recipe/bound/arithmetic.hpp"
#include "sextant/recipe/bound/terms.hpp"
#include "sextant/verify/accept/acceptance.hpp"
#include "sextant/verify/accept/acceptance_criterion.hpp"
#include "sextant/verify/accept/counts.hpp"
#include "sextant/verify/accept/other_library.hpp"
#include "sextant/verify/candidate/possible_recipes.hpp"
#include "sextant/verify/observation/estimate.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kFittedRows = 128;
constexpr double kPerStep = 2.8285;  // rounding errors of one rotation, in units   recipes.md, (29)
constexpr double kOfEstimates = 1.25;  // factor on tolerances of a fit   verdict.md, (19)
constexpr double kGross = 2;           // damaged entries exceed their tolerance by this factor
// Multiple of (21) beyond which errors are independent in each row.
//                                                                                  verdict.md, (23)
constexpr double kRough = 64;
constexpr int kUnknowns = 4;  // size and angle of the start, size and angle of the rotation
constexpr int kFits = 12;     // iterations; each is linear around the one before

using Vector = std::array<long double, kUnknowns>;

/// The rows of a pair: each is the row before times `turn`.
struct Rotation {
  Complex start, turn;
  Complex at(std::uint64_t row) const {
    const auto n = static_cast<long double>(row);
    return start * std::exp(Complex(n * std::log(std::abs(turn)), n * std::arg(turn)));
  }
  /// Returns the same rotation on a circle of radius `size`.
  Rotation round(long double size) const {
    return {start * (size / std::abs(start)), turn / std::abs(turn)};
  }
};

/// How far start and rotation may be from their true values.
struct SearchRadius {
  double start = 0, turn = 0;
};

/// An observed entry of a pair, with its tolerance.
struct Seen {
  std::uint64_t row = 0;
  bool sine = false;
  double value = 0, tolerance = 0;

  long double off(const Rotation& rotation) const {
    const Complex z = rotation.at(row);
    return value - (sine ? z.imag() : z.real());
  }
};

/// Tolerances of the entries of a recurrence.
struct Tolerance {
  Format store;
  double unit = 0;       ///< u of the format computed in
  double amplitude = 0;  ///< A of the equations
  double rows = 0;       ///< number of rows of the table
  double library = 0;    ///< additional error of another library

  double stored(double got, double own) const {
    return recipe::storage_error(store, std::abs(got) + own);
  }
  /// Returns the size to which 1 may grow in `steps` rotations, G of (18).
  double grown(double steps) const { return std::exp(2 * kPerStep * steps * unit); }
  /// Tolerance of an entry against the exact rotation, `row` steps after its first row.
  ///                                                                               verdict.md, (18)
  double of_row(double got, std::uint64_t row) const {
    const auto steps = static_cast<double>(row);
    const double own = (kPerStep * steps * grown(steps) + 4) * unit * amplitude;
    return stored(got, own) + own;
  }
  /// Tolerance of a row against the rotated row before, without the roundings of storage.
  ///                                                                               verdict.md, (21)
  double of_step() const {
    const double n = rows - 1;
    const double turn = (1 + kOfEstimates) * (kPerStep + 8 / n);
    const double own = (kPerStep + 8 + turn) * grown(rows) * unit * amplitude;
    return own + (1 + kOfEstimates) * 2 / n * stored(amplitude, own);
  }
  /// Tolerance of an entry against a circle, for rows that are independent.
  ///                                                                               verdict.md, (22)
  double of_radius(double got) const {
    const double own = 4 * unit * amplitude + library;
    return stored(got, own) + own;
  }
};

/// Solves a positive definite system by elimination.
Vector solved(std::array<Vector, kUnknowns> left, Vector x) {
  for (std::size_t k = 0; k < kUnknowns; ++k) {
    for (std::size_t i = k + 1; i < kUnknowns; ++i) {
      const long double times = left[i][k] / left[k][k];
      for (std::size_t j = k; j < kUnknowns; ++j) left[i][j] -= times * left[k][j];
      x[i] -= times * x[k];
    }
  }
  for (std::size_t i = kUnknowns; i-- > 0;) {
    for (std::size_t j = i + 1; j < kUnknowns; ++j) x[i] -= left[i][j] * x[j];
    x[i] /= left[i][i];
  }
  return x;
}

/// Returns the rotation near `around` with the least squares of errors, in units of tolerances and
/// of `search_radius`.  If `trimmed`, only the best seven eighths of the entries count.  If
/// `round`, it stays on the circle of `around`.  Returns `around` if the fit diverges.
Rotation fitted(const std::vector<Seen>& seen, const Rotation& around,
                const SearchRadius& search_radius, bool trimmed, bool round = false) {
  Rotation found = around;
  Vector total{};  // difference of `found` and `around`, in units of `search_radius`
  const long double start = search_radius.start / std::abs(around.start), turn = search_radius.turn;
  std::vector<std::pair<long double, const Seen*>> misses;
  for (int k = trimmed ? 0 : kFits / 2; k < kFits; ++k) {
    misses.clear();
    // With damaged entries all weights are equal: otherwise the first rows, whose tolerances are
    // the smallest, dominate the fit.
    const bool alike = trimmed && k < kFits - 4;
    const auto unit = [&](const Seen& s) { return alike ? seen.back().tolerance : s.tolerance; };
    for (const Seen& s : seen) misses.emplace_back(s.off(found) / unit(s), &s);
    const auto less = [](const auto& a, const auto& b) {
      return std::abs(a.first) < std::abs(b.first);
    };
    auto kept = misses.end();
    if (alike)
      std::nth_element(misses.begin(), kept = misses.begin() + 7 * std::ssize(misses) / 8,
                       misses.end(), less);
    else if (trimmed && !alike)
      kept = std::partition(misses.begin(), misses.end(), [&](const auto& miss) {
        const double most = k + 2 < kFits ? seen.back().tolerance : miss.second->tolerance;
        return std::abs(miss.second->off(found)) <= kOfEstimates * kGross * most;
      });
    misses.erase(kept, misses.end());
    std::array<Vector, kUnknowns> left{};
    Vector right{};
    for (std::size_t i = 0; i < kUnknowns; ++i) left[i][i] = 1, right[i] = -total[i];
    for (const auto& [miss, s] : misses) {
      const Complex z = found.at(s->row), turned = z * static_cast<long double>(s->row);
      const Complex i(0, 1);
      Vector row{};
      const std::array<Complex, kUnknowns> parts = {z * start, i * z * start, turned * turn,
                                                    i * turned * turn};
      for (std::size_t u = round ? 1 : 0; u < kUnknowns; u += round ? 2 : 1)
        row[u] = (s->sine ? parts[u].imag() : parts[u].real()) / unit(*s);
      for (std::size_t a = 0; a < kUnknowns; ++a) {
        for (std::size_t b = 0; b < kUnknowns; ++b) left[a][b] += row[a] * row[b];
        right[a] += row[a] * miss;
      }
    }
    const Vector more = solved(left, right);
    for (std::size_t i = 0; i < kUnknowns; ++i) total[i] += more[i];
    found.start *= Complex(1 + more[0] * start, more[1] * start);
    found.turn *= std::exp(Complex(more[2] * turn, more[3] * turn));
    if (round) found = found.round(std::abs(around.start));
    if (!std::isfinite(std::abs(found.start)) || !(std::abs(found.start) > 0) ||
        !(std::abs(found.turn) > 0.5L) || !(std::abs(found.turn) < 2))
      return around;
  }
  return found;
}

bool within(const std::vector<Seen>& seen, const Rotation& rotation) {
  return std::all_of(seen.begin(), seen.end(), [&](const Seen& s) {
    return std::abs(s.off(rotation)) <= kOfEstimates * s.tolerance;
  });
}

/// Returns the exact value of a pair at a position.
Complex wave(const exact::Oracle& oracle, Position p, int pair) {
  const auto both = oracle.pair(p, pair);
  const auto wide = [](const exact::Ball& ball) {
    const auto value = exact::near(ball);
    return static_cast<long double>(value.high) + static_cast<long double>(value.low);
  };
  return {wide(both.cosine), wide(both.sine)};
}

/// Returns the sound recipes of the candidate's program for a chart and positions.
std::vector<Sound> recipes_at(Candidate candidate, const Chart& chart, const Format& store,
                              const Positions& positions) {
  candidate.recipe.clear();
  candidate.truth = chart;
  candidate.own_program.reset();
  candidate.formats = {candidate.formats.compute, store, {}};
  Source rows;
  rows.positions = positions;
  return recipes_of(candidate, rows);
}

/// Returns the largest bound of the recipes for a pair of both_halves(), before storage.
double pair_bound(const std::vector<Sound>& sounds, int pair) {
  double most = 0x1p-60;  // a unit of measure even if all recipes are exact
  const auto sine = 2 * static_cast<std::size_t>(pair);
  for (const Sound& sound : sounds)
    most =
        std::max(most, std::hypot(sound.recipe->bound(0, sine), sound.recipe->bound(0, sine + 1)));
  return most;
}

/// Fits a rotation to every pair of a table, and checks all rows against it.
class Recurrence {
 public:
  Recurrence(const Source& source, const exact::Oracle& truth, const Candidate& candidate,
             std::uint64_t most)
      : source_(source),
        truth_(truth),
        candidate_(candidate),
        most_(most),
        sample_(sample(source, kFittedRows)),
        window_(row_window(sample_, 0, sample_.rows)) {
    tolerance_.store = source.format;
    tolerance_.unit = std::ldexp(1.0, -candidate.formats.compute.precision);
    tolerance_.amplitude = std::abs(recipe::upward(truth.waves().amplitude));
    tolerance_.rows = static_cast<double>(source.rows);
    tolerance_.library = by_other_library(tolerance_.amplitude, candidate.formats.compute);
  }

  /// Returns whether the table can be tested: evenly spaced waves whose bound is at most A/10.
  bool testable() const {
    return has_only_waves(truth_.chart()) && !source_.positions.listed && source_.rows >= 4 &&
           kPerStep * tolerance_.rows * tolerance_.unit <= kVacuous && tolerance_.amplitude > 0 &&
           !candidate_.formats.intermediate.position &&
           !std::isinf(recipe::storage_error(source_.format, tolerance_.amplitude));
  }

  /// Returns whether every row follows from the row before, except the damaged entries.
  bool follows() {
    const Position step = source_.positions[1] - source_.positions[0];
    const Position first = source_.positions[0];
    const exact::Oracle rotation(both_halves(without_origin(candidate_.truth), false));
    const exact::Oracle starting(both_halves(candidate_.truth, true));
    auto pairs = by_pair(truth_.chart());
    // The fastest and the slowest pair decide soonest.
    if (pairs.size() > 2) std::swap(pairs[1], pairs.back());
    std::vector<Sound> starts, steps;
    for (const PairChannels& pair : pairs) {
      Run run{pair,
              {wave(starting, first, pair.pair), wave(rotation, step, pair.pair)},
              {},
              {2 * tolerance_.amplitude, 0x1p-4}};
      const auto seen = seen_of(run, [this](double got, std::size_t, std::uint64_t row) {
        return tolerance_.of_row(got, row);
      });
      const auto fit = [&] { run.found = fitted(seen, run.meant, run.search_radius, most_ > 0); };
      if (starts.empty()) {
        fit();
        // Before bounds are computed, which takes longer.
        if (most_ == 0 && !within(seen, run.found)) return false;
        const Positions one{first, 1, 1, nullptr, candidate_.program().waves.parts};
        Positions other = one;
        other.first = step;
        starts = recipes_at(candidate_, both_halves(candidate_.program(), true),
                            candidate_.formats.compute, one);
        steps = recipes_at(candidate_, both_halves(without_origin(candidate_.program()), false),
                           candidate_.formats.compute, other);
        sounds_ = recipes_at(candidate_, candidate_.program(), source_.format, sample_.positions);
      }
      run.search_radius = {std::min(pair_bound(starts, pair.pair), run.search_radius.start),
                           pair_bound(steps, pair.pair)};
      if (!(run.search_radius.turn < kVacuous)) return false;
      fit();
      if (!near(run) || (most_ == 0 && !within(seen, run.found))) return false;
      runs_.push_back(std::move(run));
    }
    return std::all_of(runs_.begin(), runs_.end(), [this](const Run& run) { return walk(run); });
  }

  /// Returns whether the recipe's bounds are far beyond (21) at an eighth of the sampled entries.
  ///                                                                               verdict.md, (23)
  bool rougher(const recipe::Recipe& recipe) const {
    const double own = tolerance_.of_step();
    const double most = kRough * (own + 2 * tolerance_.stored(tolerance_.amplitude, own));
    std::uint64_t entries = 0, rough = 0;
    for (const Position p : window_.positions) {
      for (std::size_t j = 0; j < source_.columns; ++j, ++entries)
        rough += recipe.bound(row_of(p), j) > most ? 1 : 0;
    }
    return 8 * rough >= entries;
  }

  bool shows(RecurrenceEvidence evidence) const {
    if (evidence == RecurrenceEvidence::none) return true;
    if (evidence == RecurrenceEvidence::first_row) return begins_soundly();
    return std::any_of(runs_.begin(), runs_.end(),
                       [this](const Run& run) { return !on_a_circle(run); });
  }

  /// Returns the damaged entries; only the first few with their places.
  BoundsResult damage() const {
    return {source_.rows * source_.columns, damaged_.violations, {}, false, damaged_.places};
  }

 private:
  /// A pair with its claimed and its fitted rotation.
  struct Run {
    PairChannels pair;
    Rotation meant, found;
    SearchRadius search_radius;
  };

  std::uint64_t row_of(Position p) const {
    const Position step = source_.positions[1] - source_.positions[0];
    return static_cast<std::uint64_t>((p - source_.positions[0]) / step);
  }

  bool blank(Position p) const { return p == truth_.waves().zero_row; }

  /// Returns the sampled entries of a pair; allowed(value, sample row, row) is the tolerance of
  /// each.
  template <class Allowed>
  std::vector<Seen> seen_of(const Run& run, const Allowed& allowed) const {
    std::vector<Seen> seen;
    for (std::size_t k = 0; k < window_.positions.size(); ++k) {
      if (blank(window_.positions[k])) continue;
      const std::uint64_t row = row_of(window_.positions[k]);
      const auto add = [&](const std::vector<std::size_t>& channels, bool sine) {
        if (channels.empty()) return;
        const double got = window_.at(k, channels.front());
        if (std::isfinite(got)) seen.push_back({row, sine, got, allowed(got, k, row)});
      };
      add(run.pair.sines, true);
      add(run.pair.cosines, false);
    }
    return seen;
  }

  /// Returns whether start and rotation are within their limits.  Rounding errors that are equal in
  /// all steps also rotate.
  ///                                                                               verdict.md, (19)
  bool near(const Run& run) const {
    const auto& [start, turn] = run.found;
    return std::abs(start - run.meant.start) <= kOfEstimates * run.search_radius.start &&
           std::abs(std::log(turn / run.meant.turn)) <=
               kOfEstimates * run.search_radius.turn + kPerStep * tolerance_.unit;
  }

  /// Returns whether all rows of a pair are within (18) and follow from the row before within (21).
  /// Entries far outside are damaged; more than `most_` of them end the check.  Entries that are
  /// not finite are ignored.
  bool walk(const Run& run) {
    std::array<std::vector<double>, 3> rows;  // the last three rows; damaged entries are NaN
    std::vector<double> block;
    int known = 0;
    for (std::uint64_t first = 0; first < source_.rows; first += source_.block()) {
      const std::uint64_t count = std::min(source_.block(), source_.rows - first);
      block.resize(count * source_.columns);
      source_.read(first, count, block);
      Complex want = run.found.at(first);
      for (std::uint64_t k = 0; k < count; ++k, want *= run.found.turn) {
        const auto begin = block.begin() + static_cast<std::ptrdiff_t>(k * source_.columns);
        std::rotate(rows.begin(), rows.begin() + 1, rows.end());
        rows[2].assign(begin, begin + static_cast<std::ptrdiff_t>(source_.columns));
        if (blank(source_.positions[first + k]))
          known = 0;
        else if (!inside(run, first + k, want, rows[2]) || !follow(run, rows, known++))
          return false;
      }
    }
    return true;
  }

  bool inside(const Run& run, std::uint64_t row, const Complex& want, std::vector<double>& now) {
    const auto is = [&](std::size_t j, long double truth) {
      if (!std::isfinite(now[j])) return true;
      const auto off = static_cast<double>(std::abs(now[j] - truth));
      const double most = kOfEstimates * tolerance_.of_row(now[j], row);
      if (off <= most) return true;
      if (off <= kGross * most || damaged_.violations >= most_) return false;
      damaged_.add({.fraction = 2}, row, j, [&] {
        const Position p = source_.positions[row];
        const auto meant = truth_.nearest(source_.format, p, truth_.chart().channels[j]);
        return Violation{row, p, j, now[j], meant.value};
      });
      now[j] = std::nan("");
      return true;
    };
    const auto &sines = run.pair.sines, &cosines = run.pair.cosines;
    return std::all_of(sines.begin(), sines.end(),
                       [&](std::size_t j) { return is(j, want.imag()); }) &&
           std::all_of(cosines.begin(), cosines.end(),
                       [&](std::size_t j) { return is(j, want.real()); });
  }

  /// Returns whether a row follows from the `known` rows before.  Pairs: z' = R·z.  Half pairs need
  /// two rows: h'' = 2·Re R·h' − |R|²·h, with twice the tolerance.
  ///                                                                               verdict.md, (21)
  bool follow(const Run& run, const std::array<std::vector<double>, 3>& rows, int known) const {
    const auto &sines = run.pair.sines, &cosines = run.pair.cosines;
    const auto turn = std::complex<double>(run.found.turn);
    const double most = tolerance_.of_step();
    const auto rounding = [&](double x) { return tolerance_.stored(x, most); };
    const auto is_half = [&](std::size_t j) {
      const double norm = std::norm(turn), twice = 2 * turn.real();
      const double now = rows[2][j], last = rows[1][j], before = rows[0][j];
      const double off = now - twice * last + norm * before;
      return !std::isfinite(off) || std::abs(off) <= 2 * most + rounding(now) +
                                                         std::abs(twice) * rounding(last) +
                                                         norm * rounding(before);
    };
    if (sines.size() != cosines.size())
      return known < 2 || (std::all_of(sines.begin(), sines.end(), is_half) &&
                           std::all_of(cosines.begin(), cosines.end(), is_half));
    for (std::size_t k = 0; known > 0 && k < sines.size(); ++k) {
      const Complex last(rows[1][cosines[k]], rows[1][sines[k]]);
      const Complex now(rows[2][cosines[k]], rows[2][sines[k]]);
      const auto off = std::complex<double>(now - run.found.turn * last);
      if (!std::isfinite(off.real() + off.imag())) continue;
      const double straight = std::abs(turn.real()), across = std::abs(turn.imag());
      const double c = rounding(rows[1][cosines[k]]), s = rounding(rows[1][sines[k]]);
      if (std::abs(off.real()) > most + rounding(rows[2][cosines[k]]) + straight * c + across * s ||
          std::abs(off.imag()) > most + rounding(rows[2][sines[k]]) + straight * s + across * c)
        return false;
    }
    return true;
  }

  /// Returns whether the rows are sines and cosines of some angles, which need no recurrence.  For
  /// half a pair, whether they are a wave within the bound of a sound recipe.
  ///                                                                               verdict.md, (22)
  bool on_a_circle(const Run& run) const {
    const PairChannels& pair = run.pair;
    if (pair.sines.empty() || pair.cosines.empty()) {
      const std::size_t j = pair.sines.empty() ? pair.cosines.front() : pair.sines.front();
      const auto seen = seen_of(run, [&](double got, std::size_t k, std::uint64_t) {
        double granted = 0;
        for (const Sound& sound : sounds_) granted = std::max(granted, sound.recipe->bound(k, j));
        return tolerance_.of_radius(got) + granted;
      });
      const Rotation around = run.found.round(tolerance_.amplitude);
      return within(seen, fitted(seen, around, run.search_radius, most_ > 0, true));
    }
    for (std::size_t k = 0; k < window_.positions.size(); ++k) {
      const Position p = window_.positions[k];
      const double s = window_.at(k, pair.sines.front()), c = window_.at(k, pair.cosines.front());
      const Complex want = run.found.at(row_of(p));
      const double far = kGross * tolerance_.of_row(tolerance_.amplitude, row_of(p));
      if (blank(p) || std::abs(want - Complex(c, s)) > far) continue;  // blank or damaged
      const double off = std::abs(std::hypot(s, c) - tolerance_.amplitude);
      if (off > std::hypot(tolerance_.of_radius(s), tolerance_.of_radius(c))) return false;
    }
    return true;
  }

  /// Returns whether some sound recipe computes the first row, at entries whose bound is wide, and
  /// does not compute the last row.
  ///                                                                              verdict.md, (22b)
  bool begins_soundly() const {
    constexpr std::size_t kEnough = 4;  // pairs; fewer may match by accident
    constexpr double kManyUlps = 128;   // ulps; entries with wider bounds are counted
    const double many = std::ldexp(kManyUlps, ulp_exponent(source_.format, tolerance_.amplitude));
    return std::any_of(sounds_.begin(), sounds_.end(), [&](const Sound& sound) {
      std::vector<double> made(source_.columns);
      /// Returns the number of pairs with wide bounds, and how many of them the recipe matches.
      const auto alike = [&](std::size_t row) {
        sound.recipe->row(row, made);
        std::map<int, bool> pairs;
        for (std::size_t j = 0; j < made.size(); ++j) {
          if (!(sound.recipe->bound(row, j) > many)) continue;
          const double beside = std::ldexp(1.0, ulp_exponent(source_.format, made[j]));
          const bool same = std::abs(window_.at(row, j) - made[j]) <= beside;
          const auto place = pairs.emplace(truth_.chart().channels[j].pair, true).first;
          place->second = place->second && same;
        }
        const auto same =
            std::count_if(pairs.begin(), pairs.end(), [](const auto& p) { return p.second; });
        return std::pair(pairs.size(), static_cast<std::size_t>(same));
      };
      const auto first = alike(0), last = alike(window_.positions.size() - 1);
      return std::min(first.first, last.first) >= kEnough && 8 * first.second >= 7 * first.first &&
             2 * last.second <= last.first;
    });
  }

  const Source& source_;
  const exact::Oracle& truth_;
  const Candidate& candidate_;
  std::uint64_t most_;
  Source sample_;
  RowWindow window_;
  Tolerance tolerance_;
  std::vector<Sound> sounds_;  ///< sound recipes at the sampled rows
  std::vector<Run> runs_;
  Count damaged_;
};

}  // namespace

Chart both_halves(Chart chart, bool amplified) {
  chart.channels.clear();
  chart.waves.zero_row.reset();
  if (!amplified) chart.waves.amplitude = 1;
  for (int pair = 0; pair < chart.waves.pairs(); ++pair) {
    chart.channels.push_back({Function::sine, pair});
    chart.channels.push_back({Function::cosine, pair});
  }
  return exact::settled(std::move(chart));
}

Chart without_origin(Chart chart) {
  chart.waves.origin = 0;
  chart.waves.phases.clear();
  return chart;
}

std::optional<BoundsResult> recurrence(const Source& source, const exact::Oracle& truth,
                                       const Candidate& candidate, RecurrenceEvidence evidence,
                                       std::uint64_t most) {
  Recurrence rows(source, truth, candidate, most);
  if (!rows.testable() || !rows.follows() || !rows.shows(evidence)) return std::nullopt;
  return rows.damage();
}

bool smoother(const Source& source, const exact::Oracle& truth, const Candidate& candidate,
              const recipe::Recipe& recipe) {
  Recurrence rows(source, truth, candidate, 0);
  return rows.testable() && rows.rougher(recipe) && rows.follows();
}

}  // namespace sextant::verify
