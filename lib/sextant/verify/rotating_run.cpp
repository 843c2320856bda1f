#include "sextant/verify/rotating_run.hpp"

#include <algorithm>
#include <cmath>

#include "sextant/exact/evaluate.hpp"
#include "sextant/measure/rows.hpp"
#include "sextant/recipe/arithmetic.hpp"
#include "sextant/verify/estimate.hpp"
#include "sextant/verify/grant.hpp"
#include "sextant/verify/other_library.hpp"
#include "sextant/verify/run_fit.hpp"
#include "sextant/verify/run_rows.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kFittedRows = 48;

/// Sines and cosines of every pair, whichever a chart has.
Chart of_pairs(Chart chart, bool amplified) {
  chart.channels.clear();
  chart.waves.zero_row.reset();
  if (!amplified) chart.waves.amplitude = 1;
  for (int pair = 0; pair < chart.waves.pairs(); ++pair) {
    chart.channels.push_back({Function::sine, pair});
    chart.channels.push_back({Function::cosine, pair});
  }
  return exact::settled(std::move(chart));
}

/// The sound recipes that a suspect's program may have used, at some positions.
std::vector<Sound> recipes(const Suspect& suspect, const Chart& program, const Format& store,
                           const Positions& positions) {
  const recipe::Chain chain{suspect.chain.compute, store, {}};
  std::vector<Sound> found;
  if (suspect.given != Given::no) {
    found.push_back(
        {"given", chain.compute,
         recipe::make_given(program, chain, positions, suspect.given == Given::nearly)});
    return found;
  }
  Source rows;
  rows.positions = positions;
  return sound_recipes(rows, program, chain);
}

/// How far they may be off at one position, pair by pair.
class Bounds {
 public:
  Bounds(const Suspect& suspect, const Chart& program, Position at)
      : all_(recipes(suspect, program, suspect.chain.compute,
                     {at, 1, 1, nullptr, program.waves.parts})) {}

  double of(int pair) const {
    double most = 0x1p-60;  // where all of them are exact, too, there is a unit to measure by
    const auto sine = 2 * static_cast<std::size_t>(pair);
    for (const Sound& sound : all_)
      most = std::max(most,
                      std::hypot(sound.recipe->bound(0, sine), sound.recipe->bound(0, sine + 1)));
    return most;
  }

 private:
  std::vector<Sound> all_;
};

class Rotation {
 public:
  Rotation(const Source& source, const exact::Oracle& truth, const Suspect& suspect)
      : source_(source),
        truth_(truth),
        suspect_(suspect),
        sample_(sample(source, kFittedRows)),
        glance_(glance(sample_, 0, sample_.rows)),
        tolerance_{source.format, std::ldexp(1.0, -suspect.chain.compute.precision),
                   std::abs(recipe::upward(truth.waves().amplitude)),
                   by_other_library(std::abs(recipe::upward(truth.waves().amplitude)),
                                    suspect.chain.compute)} {}

  /// Whether every row follows from the one before.
  bool follows() {
    const Position step = source_.positions[1] - source_.positions[0];
    const Position first = source_.positions[0];
    const Chart still = without_origin(suspect_.truth);
    const exact::Oracle turning(of_pairs(still, false));
    const exact::Oracle starting(of_pairs(suspect_.truth, true));
    auto pairs = by_pair(truth_.chart());
    // The fastest and the slowest tell most.
    if (pairs.size() > 2) std::swap(pairs[1], pairs.back());
    std::optional<Bounds> starts, steps;
    for (const PairChannels& pair : pairs) {
      const Run begun{wave(starting, first, pair.pair), wave(turning, step, pair.pair)};
      if (!starts && !fits(pair, begun, {2 * tolerance_.amplitude, 0x1p-4})) return false;
      if (!starts) {
        starts.emplace(suspect_, of_pairs(suspect_.program, true), first);
        steps.emplace(suspect_, of_pairs(without_origin(suspect_.program), false), step);
        sounds_ = recipes(suspect_, suspect_.program, source_.format, sample_.positions);
      }
      const Leeway leeway{std::min(starts->of(pair.pair), 2 * tolerance_.amplitude),
                          steps->of(pair.pair)};
      if (!(leeway.turn < kVacuous)) return false;
      const auto run = fits(pair, begun, leeway);
      if (!run || !follow(source_, pair, *run, tolerance_, truth_.waves().zero_row)) return false;
      runs_.push_back({pair, *run, leeway});
    }
    return true;
  }

  /// Of rows that follow, whether they do as no waves would.                    verdict.md, (22)
  bool leaves_the_circle() const {
    return std::any_of(runs_.begin(), runs_.end(),
                       [this](const Found& f) { return !on_a_circle(f.pair, f.run, f.leeway); });
  }

 private:
  static Chart without_origin(Chart chart) {
    chart.waves.origin = 0;
    return chart;
  }

  static Complex wave(const exact::Oracle& oracle, Position p, int pair) {
    const auto both = oracle.pair(p, pair);
    const auto wide = [](const exact::Ball& ball) {
      const auto value = exact::near(ball);
      return static_cast<long double>(value.high) + static_cast<long double>(value.low);
    };
    return {wide(both.cosine), wide(both.sine)};
  }

  std::uint64_t row_of(Position p) const {
    const Position step = source_.positions[1] - source_.positions[0];
    return static_cast<std::uint64_t>((p - source_.positions[0]) / step);
  }

  /// The looked-at entries of a pair.
  template <class Tolerance>
  std::vector<Seen> seen_of(const PairChannels& pair, const Tolerance& allowed) const {
    std::vector<Seen> seen;
    for (std::size_t k = 0; k < glance_.positions.size(); ++k) {
      const Position p = glance_.positions[k];
      if (p == truth_.waves().zero_row) continue;
      const std::uint64_t row = row_of(p);
      const auto add = [&](const std::vector<std::size_t>& channels, bool sine) {
        if (channels.empty()) return;
        const double got = glance_.at(k, channels.front());
        if (std::isfinite(got)) seen.push_back({row, sine, got, allowed(got, k, row)});
      };
      add(pair.sines, true);
      add(pair.cosines, false);
    }
    return seen;
  }

  std::optional<Run> fits(const PairChannels& pair, const Run& begun, const Leeway& leeway) const {
    const auto allowed = [this](double got, std::size_t, std::uint64_t row) {
      return tolerance_.of_row(got, row);
    };
    return fit(seen_of(pair, allowed), begun, leeway, kOfEstimates);
  }

  /// Whether the rows are of angles, whatever they are: nothing that a recurrence alone makes.  Of
  /// half a pair, the angles must be those of a wave, as a sound recipe has them.
  ///                                                                             verdict.md, (22)
  bool on_a_circle(const PairChannels& pair, const Run& run, Leeway leeway) const {
    if (pair.sines.empty() || pair.cosines.empty()) {
      const std::size_t j = pair.sines.empty() ? pair.cosines.front() : pair.sines.front();
      const auto allowed = [&](double got, std::size_t k, std::uint64_t) {
        return tolerance_.on_a_circle(got) + granted(k, j);
      };
      leeway.round = true;
      const auto size = static_cast<long double>(tolerance_.amplitude);
      const Run round{run.start * (size / std::abs(run.start)), run.turn / std::abs(run.turn)};
      return fit(seen_of(pair, allowed), round, leeway, kOfEstimates).has_value();
    }
    for (std::size_t k = 0; k < glance_.positions.size(); ++k) {
      if (glance_.positions[k] == truth_.waves().zero_row) continue;
      const double s = glance_.at(k, pair.sines.front()), c = glance_.at(k, pair.cosines.front());
      const double off = std::abs(std::hypot(s, c) - tolerance_.amplitude);
      if (off > std::hypot(tolerance_.on_a_circle(s), tolerance_.on_a_circle(c))) return false;
    }
    return true;
  }

  /// What sound recipes grant a looked-at entry, at most.
  double granted(std::size_t k, std::size_t j) const {
    double most = 0;
    for (const Sound& sound : sounds_) most = std::max(most, sound.recipe->bound(k, j));
    return most;
  }

  const Source& source_;
  const exact::Oracle& truth_;
  const Suspect& suspect_;
  Source sample_;
  Glance glance_;
  RunTolerance tolerance_;
  std::vector<Sound> sounds_;  ///< once some pair may be of a run

  /// What a pair's rows follow by.
  struct Found {
    PairChannels pair;
    Run run;
    Leeway leeway;
  };
  std::vector<Found> runs_;
};

/// Whether there are rows that may be asked to follow from each other: within a tenth of amplitude.
bool asked(const Source& source, const exact::Oracle& truth, const Suspect& suspect) {
  const auto& channels = truth.chart().channels;
  const bool waves = std::all_of(channels.begin(), channels.end(),
                                 [](const Channel& c) { return is_wave(c.function); });
  const double most = kPerStep * static_cast<double>(source.rows) *
                      std::ldexp(1.0, -suspect.chain.compute.precision);
  const double amplitude = recipe::upward(truth.waves().amplitude);
  return waves && !source.positions.listed && source.rows >= 4 && !(most > kVacuous) &&
         !suspect.chain.detours.position &&
         !std::isinf(recipe::storage_error(source.format, amplitude));
}

}  // namespace

bool rotates(const Source& source, const exact::Oracle& truth, const Suspect& suspect) {
  if (!asked(source, truth, suspect)) return false;
  Rotation rotation(source, truth, suspect);
  return rotation.follows() && rotation.leaves_the_circle();
}

bool rows_follow(const Source& source, const exact::Oracle& truth, const Suspect& suspect) {
  return asked(source, truth, suspect) && Rotation(source, truth, suspect).follows();
}

}  // namespace sextant::verify
