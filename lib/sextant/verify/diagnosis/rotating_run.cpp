#include "sextant/verify/diagnosis/rotating_run.hpp"

#include <algorithm>
#include <cmath>

#include "sextant/exact/evaluate.hpp"
#include "sextant/measure/entry/rows.hpp"
#include "sextant/recipe/bound/arithmetic.hpp"
#include "sextant/verify/accept/acceptance_criterion.hpp"
#include "sextant/verify/accept/counts.hpp"
#include "sextant/verify/accept/other_library.hpp"
#include "sextant/verify/diagnosis/estimate.hpp"
#include "sextant/verify/diagnosis/run_bounds.hpp"
#include "sextant/verify/diagnosis/run_rows.hpp"
#include "sextant/verify/diagnosis/run_start.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kFittedRows = 128;
constexpr double kRough = 64;  // so many times what rows that follow may be off by

class RotatingRun {
 public:
  /// Of at most so many damaged entries.
  RotatingRun(const Source& source, const exact::Oracle& truth, const Suspect& suspect,
              std::uint64_t most)
      : source_(source),
        truth_(truth),
        suspect_(suspect),
        most_(most),
        sample_(sample(source, kFittedRows)),
        glance_(glance(sample_, 0, sample_.rows)),
        tolerance_{source.format, std::ldexp(1.0, -suspect.formats.compute.precision),
                   std::abs(recipe::upward(truth.waves().amplitude)),
                   by_other_library(std::abs(recipe::upward(truth.waves().amplitude)),
                                    suspect.formats.compute)} {}

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
    std::optional<PairBounds> starts, steps;
    for (const PairChannels& pair : pairs) {
      PairRun of{pair, {wave(starting, first, pair.pair), wave(turning, step, pair.pair)}, {}, {}};
      const Leeway wide{2 * tolerance_.amplitude, 0x1p-4};
      if (!starts && most_ == 0 && !fits(of, wide) && !fits(begun(of), wide)) return false;
      if (!starts) {
        starts.emplace(suspect_, of_pairs(suspect_.program, true), first);
        steps.emplace(suspect_, of_pairs(without_origin(suspect_.program), false), step);
        sounds_ = sound_recipes(suspect_, suspect_.program, source_.format, sample_.positions);
      }
      of.leeway = {std::min(starts->of(pair.pair), wide.start), steps->of(pair.pair)};
      if (!(of.leeway.turn < kVacuous) || !find(of)) return false;
      runs_.push_back(std::move(of));
    }
    return true;
  }

  /// Whether a recipe's bounds are far beyond what rows that follow may be off by, at an eighth of
  /// the entries that are looked at.                                             verdict.md, (23)
  bool rougher(const recipe::Recipe& recipe) const {
    const double most = kRough * tolerance_.of_any_step(source_.rows);
    std::uint64_t entries = 0, rough = 0;
    for (const Position p : glance_.positions) {
      for (std::size_t j = 0; j < source_.columns; ++j, ++entries)
        rough += recipe.bound(row_of(p), j) > most ? 1 : 0;
    }
    return 8 * rough >= entries;
  }

  /// The entries that are none of the rows that follow, as far as places are kept.
  BoundsResult damage() const {
    Count count;
    for (const Stray& stray : damaged_) {
      count.add({.fraction = 2}, stray.row, stray.channel, [&] {
        const Position p = source_.positions[stray.row];
        const auto want = truth_.nearest(source_.format, p, truth_.chart().channels[stray.channel]);
        return Violation{stray.row, p, stray.channel, stray.got, want.value};
      });
    }
    return {source_.rows * source_.columns, count.violations, {}, false, count.places};
  }

  /// Of rows that follow, whether they do as no waves would.                    verdict.md, (22)
  bool leaves_the_circle() const {
    return std::any_of(runs_.begin(), runs_.end(),
                       [this](const PairRun& of) { return !on_a_circle(of); });
  }

  bool begins_soundly() const {
    return verify::begins_soundly(sample_, truth_.chart(), sounds_, tolerance_.amplitude);
  }

 private:
  /// What a pair's rows follow by.
  struct PairRun {
    PairChannels pair;
    RecurrenceFit run;
    Leeway leeway;
    std::vector<std::uint64_t> strays;  ///< rows that do not follow
  };

  /// A pair whose start may be anywhere, from near where its rows have it.
  PairRun begun(PairRun of) const {
    const Complex start = likeliest_start(seen_of(of), of.run);
    if (std::abs(start) > 0) of.run.start = start;
    return of;
  }

  /// The run of a pair, instead of the one that it is looked for around.
  bool find(PairRun& of) {
    const auto& blank = truth_.waves().zero_row;
    if (of.leeway.start > tolerance_.amplitude / 4 && most_ == 0) of = begun(std::move(of));
    if (most_ > 0) {
      const RunStep step(of.run.turn, tolerance_, source_.rows, of.leeway.turn);
      auto rows = strays(source_, of.pair, step, blank, 3 * most_);
      if (!rows) return false;
      of.strays = *std::move(rows);
    }
    const auto run = fits(of, of.leeway);
    if (!run) return false;
    of.run = *run;
    return follow(source_, of.pair, of.run, tolerance_, blank, most_, damaged_);
  }

  std::uint64_t row_of(Position p) const {
    const Position step = source_.positions[1] - source_.positions[0];
    return static_cast<std::uint64_t>((p - source_.positions[0]) / step);
  }

  /// The looked-at entries of a pair.
  template <class Tolerance>
  std::vector<Seen> seen_of(const PairRun& of, const Tolerance& allowed) const {
    std::vector<Seen> seen;
    for (std::size_t k = 0; k < glance_.positions.size(); ++k) {
      const Position p = glance_.positions[k];
      const std::uint64_t row = row_of(p);
      if (p == truth_.waves().zero_row || strayed(of, row)) continue;
      const auto add = [&](const std::vector<std::size_t>& channels, bool sine) {
        if (channels.empty()) return;
        const double got = glance_.at(k, channels.front());
        if (std::isfinite(got)) seen.push_back({row, sine, got, allowed(got, k, row)});
      };
      add(of.pair.sines, true);
      add(of.pair.cosines, false);
    }
    return seen;
  }

  static bool strayed(const PairRun& of, std::uint64_t row) {
    return std::binary_search(of.strays.begin(), of.strays.end(), row);
  }

  std::vector<Seen> seen_of(const PairRun& of) const {
    return seen_of(of, [this](double got, std::size_t, std::uint64_t row) {
      return tolerance_.of_row(got, row);
    });
  }
  std::optional<RecurrenceFit> fits(const PairRun& of, const Leeway& leeway) const {
    return fit(seen_of(of), of.run, leeway, kOfEstimates);
  }

  /// Whether the rows are of angles, whatever they are: nothing that a recurrence alone makes.  Of
  /// half a pair, the angles must be those of a wave, as a sound recipe has them.
  ///                                                                             verdict.md, (22)
  bool on_a_circle(const PairRun& of) const {
    const PairChannels& pair = of.pair;
    if (pair.sines.empty() || pair.cosines.empty()) {
      const std::size_t j = pair.sines.empty() ? pair.cosines.front() : pair.sines.front();
      const auto allowed = [&](double got, std::size_t k, std::uint64_t) {
        return tolerance_.on_a_circle(got) + granted(k, j);
      };
      const auto size = static_cast<long double>(tolerance_.amplitude);
      const RecurrenceFit round{of.run.start * (size / std::abs(of.run.start)),
                                of.run.turn / std::abs(of.run.turn)};
      const Leeway leeway{of.leeway.start, of.leeway.turn, true};
      return fit(seen_of(of, allowed), round, leeway, kOfEstimates).has_value();
    }
    for (std::size_t k = 0; k < glance_.positions.size(); ++k) {
      const Position p = glance_.positions[k];
      if (p == truth_.waves().zero_row || strayed(of, row_of(p))) continue;
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
  std::uint64_t most_;
  Source sample_;
  Glance glance_;
  RunTolerance tolerance_;
  std::vector<Sound> sounds_;  ///< once some pair may be of a run
  std::vector<PairRun> runs_;
  std::vector<Stray> damaged_;
};

/// Whether there are rows that may be asked to follow from each other: within a tenth of amplitude.
bool asked(const Source& source, const exact::Oracle& truth, const Suspect& suspect) {
  const auto& channels = truth.chart().channels;
  const bool waves = std::all_of(channels.begin(), channels.end(),
                                 [](const Channel& c) { return is_wave(c.function); });
  const double most = kPerStep * static_cast<double>(source.rows) *
                      std::ldexp(1.0, -suspect.formats.compute.precision);
  const double amplitude = recipe::upward(truth.waves().amplitude);
  return waves && !source.positions.listed && source.rows >= 4 && !(most > kVacuous) &&
         !suspect.formats.intermediate.position &&
         !std::isinf(recipe::storage_error(source.format, amplitude));
}

}  // namespace

std::optional<BoundsResult> run(const Source& source, const exact::Oracle& truth,
                                const Suspect& suspect, std::uint64_t most) {
  if (!asked(source, truth, suspect)) return std::nullopt;
  RotatingRun rotation(source, truth, suspect, most);
  if (!rotation.follows() || !rotation.leaves_the_circle()) return std::nullopt;
  return rotation.damage();
}

bool follows(const Source& source, const exact::Oracle& truth, const Suspect& suspect) {
  return asked(source, truth, suspect) && RotatingRun(source, truth, suspect, 0).follows();
}

bool goes_on(const Source& source, const exact::Oracle& truth, const Suspect& suspect) {
  if (!asked(source, truth, suspect)) return false;
  RotatingRun rotation(source, truth, suspect, 0);
  return rotation.follows() && rotation.begins_soundly();
}

bool smoother(const Source& source, const exact::Oracle& truth, const Suspect& suspect,
              const recipe::Recipe& recipe) {
  if (!asked(source, truth, suspect)) return false;
  RotatingRun rotation(source, truth, suspect, 0);
  return rotation.rougher(recipe) && rotation.follows();
}

}  // namespace sextant::verify
