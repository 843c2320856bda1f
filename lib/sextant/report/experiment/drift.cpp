#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "sextant/measure/entry/rows.hpp"
#include "sextant/measure/prefilter/sweep.hpp"
#include "sextant/measure/prefilter/table_error_meter.hpp"
#include "sextant/number/text.hpp"
#include "sextant/recipe/rule/rotation_recurrence.hpp"
#include "sextant/report/experiment/experiments.hpp"
#include "sextant/sweep/chunk.hpp"
#include "sextant/sweep/criteria.hpp"

namespace sextant {
namespace {

using measure::ErrorStatistics;
using nlohmann::json;

struct Drift {
  json drift = json::array(), safe_ranges = json::array();
};

/// The first place where each criterion fails; nullopt where none was found.
struct Firsts {
  std::array<std::optional<sweep::FailurePlace>, sweep::kUsualCriteria> places;

  void see(std::size_t criterion, const sweep::FailurePlace& place) {
    auto& first = places[criterion];
    if (!first || place.position < first->position ||
        (place.position == first->position && place.channel < first->channel))
      first = place;
  }
  void merge(const Firsts& other) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (other.places[i]) see(i, *other.places[i]);
    }
  }
  bool all() const {
    return std::all_of(places.begin(), places.end(),
                       [](const auto& place) { return place.has_value(); });
  }
};

/// The results for some rows of one run.
struct Result {
  ErrorStatistics statistics;
  Firsts firsts;
  double bound = 0, fraction = 0;

  void merge(const Result& other) {
    statistics.merge(other.statistics);
    firsts.merge(other.firsts);
    bound = std::max(bound, other.bound);
    fraction = std::max(fraction, other.fraction);
  }
};

/// A run at given positions: created once, measured by any number of threads.
class Measured {
 public:
  Measured(const exact::Oracle& oracle, const DriftRun& run, const Positions& positions)
      : meter_(oracle, run.formats.store),
        positions_(positions),
        criteria_(sweep::usual_criteria(run.formats.store)),
        width_(oracle.chart().width()),
        recipe_(recipe::make(run.recipe, oracle.chart(), run.formats, positions)) {}

  void add(std::uint64_t row, Result& result) const {
    thread_local std::vector<double> values;
    values.resize(width_);
    recipe_->row(row, values);
    const Position position = positions_[row];
    const std::uint64_t non_finite_before = result.statistics.non_finite;
    meter_.measure(row, position, values, result.statistics,
                   [&](std::size_t j, const measure::EntryError& e) {
                     const double bound = recipe_->bound(row, j);
                     result.bound = std::max(result.bound, bound);
                     if (bound > 0) result.fraction = std::max(result.fraction, e.absolute / bound);
                     for (std::size_t i = 0; i < criteria_.size(); ++i) {
                       if (criteria_[i].fails(e))
                         result.firsts.see(i, {row, position, j, e.absolute});
                     }
                   });
    if (result.statistics.non_finite != non_finite_before)
      see_not_finite(row, values, result.firsts);
  }

  /// The rows [first, first + count); not of a sequential recipe.
  Result rows(std::uint64_t first, std::uint64_t count) const {
    return measure::sweep<Result>(count, 16,
                                  [&](std::uint64_t begin, std::uint64_t end, Result& result) {
                                    for (std::uint64_t row = begin; row < end; ++row)
                                      add(first + row, result);
                                  });
  }

 private:
  /// As of a sweep: infinities and NaN exceed every limit; `faithful` fails unless they are right.
  void see_not_finite(std::uint64_t row, std::span<const double> values, Firsts& firsts) const {
    ErrorStatistics of_row;
    meter_.measure(row, positions_[row], values, of_row);
    for (std::size_t i = 0; i < criteria_.size(); ++i) {
      if (!criteria_[i].limit && of_row.first_non_finite)
        firsts.see(i, {row, positions_[row], of_row.first_non_finite->channel, HUGE_VAL});
      for (std::size_t j = 0; criteria_[i].limit && j < values.size(); ++j) {
        if (!std::isfinite(values[j])) firsts.see(i, {row, positions_[row], j, HUGE_VAL});
      }
    }
  }

  measure::RowErrorMeter meter_;
  Positions positions_;
  std::array<sweep::Criterion, sweep::kUsualCriteria> criteria_;
  std::size_t width_;
  std::unique_ptr<recipe::Recipe> recipe_;
};

json max_error_json(const measure::MaxError& worst, bool by_positions) {
  if (worst.empty()) return nullptr;
  const measure::Witness& w = worst.witness;
  json object = {{"value", worst.value}, {"position", to_text(w.position)}, {"channel", w.channel}};
  if (!by_positions) {
    object["got"] = hex_text(from_double(w.got));
    object["want"] = hex_text(from_double(w.error.want));
  }
  return object;
}

/// Six digits, as shares are displayed.
double six_digits(double share) {
  return std::strtod(fmt::format("{:.6g}", share).c_str(), nullptr);
}

json octave_json(const Result& r, Position from, Position to, bool exhaustive) {
  return {{"from", to_text(from)},
          {"to", to_text(to)},
          {"entries", r.statistics.entries},
          {"exhaustive", exhaustive},
          {"absolute", max_error_json(r.statistics.absolute, false)},
          {"ulps", max_error_json(r.statistics.ulps, false)},
          {"positions_off", max_error_json(r.statistics.positions, true)},
          {"bound", r.bound},
          {"fraction", six_digits(r.fraction)},
          {"misrounded", six_digits(static_cast<double>(r.statistics.misrounded) /
                                    static_cast<double>(r.statistics.entries))}};
}

json head(const DriftRun& run) {
  return {{"recipe", run.recipe},
          {"sound", run.sound},
          {"computed_in", recipe::computes_in(run.recipe, run.formats).name()},
          {"format", run.formats.store.name()}};
}

json safe_range(const DriftRun& run, const ExperimentConfig& experiment, const Firsts& exhaustively,
                int exhaustive_bits, const Firsts& sampled, std::size_t i) {
  json object = head(run);
  const bool sure = exhaustively.places[i].has_value();
  const auto& place = sure ? exhaustively.places[i] : sampled.places[i];
  object["criterion"] = sweep::usual_criteria(run.formats.store)[i].name;
  object["searched_to"] = "2^" + std::to_string(experiment.octaves);
  object["exhaustive_to"] = "2^" + std::to_string(exhaustive_bits);
  object["kind"] = sure ? "exhaustive" : place ? "first found" : "none found";
  object["first_violation"] = nullptr;
  if (place) {
    object["first_violation"] = {
        {"position", to_text(place->position)}, {"channel", place->channel}, {"absolute", nullptr}};
    if (std::isfinite(place->absolute)) object["first_violation"]["absolute"] = place->absolute;
  }
  return object;
}

/// Whether the vector prefilter can measure the table, as sweeps do.
bool has_prefilter(const exact::Oracle& oracle, const DriftRun& run) {
  return oracle.chart().width() <= sweep::Job::kMostColumns &&
         measure::TableErrorMeter(oracle, run.formats.store, Positions::from(0, 1 << 14))
             .possible();
}

/// The search for first failures tries every position below 2^this.  Every doubling of the columns
/// beyond 128 takes one from the experiment's number.
int exhaustive_bits(const ExperimentConfig& experiment, const exact::Oracle& oracle,
                    bool prefilter) {
  const auto columns = std::bit_width((oracle.chart().width() - 1) / 128);
  const int bits = prefilter ? experiment.exhaustive_bits
                             : std::min(experiment.exhaustive_bits, experiment.slow_bits);
  return std::clamp(bits - static_cast<int>(columns), 0, experiment.octaves);
}

/// The first failures in the rows [first, last), measured as sweeps do.
Firsts by_sweep(const sweep::Sweeper& sweeper, const Format& format, std::uint64_t first,
                std::uint64_t last) {
  const auto criteria = sweep::usual_criteria(format);
  Firsts firsts;
  for (const auto& [octave, found] : sweeper.measure(first, last).octaves) {
    for (std::size_t i = 0; i < criteria.size(); ++i) {
      if (const auto& place = found.beyond.at(criteria[i].name)) firsts.see(i, *place);
    }
  }
  return firsts;
}

constexpr std::uint64_t kMostRows = 1 << 16;  ///< rows of a piece; takes about 0.1 s

/// The first failures below position 2^bits: every entry is measured, in pieces that grow, until
/// each criterion has failed.
Firsts exhaustive(const ExperimentConfig& experiment, const DriftRun& run,
                  const exact::Oracle& oracle, bool prefilter, int bits, const StepCallback& step) {
  const std::uint64_t end = std::uint64_t{1} << bits;
  const Positions positions = Positions::from(0, end);
  std::optional<sweep::Sweeper> sweeper;
  std::optional<Measured> measured;
  if (prefilter)
    sweeper.emplace(
        sweep::Job{experiment.encoding, Part::table, run.recipe, run.formats, positions, {}});
  else
    measured.emplace(oracle, run, positions);
  Firsts firsts;
  std::uint64_t last = 0;
  while (last < end && !firsts.all()) {
    step();
    const std::uint64_t rows = std::clamp<std::uint64_t>(last, 4096, kMostRows);
    const std::uint64_t first = std::exchange(last, std::min(end, last + rows));
    firsts.merge(sweeper ? by_sweep(*sweeper, run.formats.store, first, last)
                         : measured->rows(first, last - first).firsts);
  }
  return firsts;
}

bool complete(const std::vector<Position>& positions, int k) {
  return static_cast<Position>(positions.size()) == Position{1} << k;
}

void drift_of(const DriftRun& run, const ExperimentConfig& experiment, const exact::Oracle& oracle,
              const StepCallback& step, Drift& drift) {
  json line = head(run);
  line["steps"] = false;
  line["octaves"] = json::array();
  std::vector<Position> all;
  for (int k = 0; k < experiment.octaves; ++k) {
    const auto positions = octave(experiment, k);
    all.insert(all.end(), positions.begin(), positions.end());
  }
  const Measured measured(oracle, run, Positions::of(std::move(all)));
  Firsts sampled;
  std::uint64_t row = 0;
  for (int k = 0; k < experiment.octaves; ++k) {
    step();
    const auto positions = octave(experiment, k);
    const Result result = measured.rows(row, positions.size());
    row += positions.size();
    line["octaves"].push_back(
        octave_json(result, Position{1} << k, Position{2} << k, complete(positions, k)));
    sampled.merge(result.firsts);
  }
  const bool prefilter = has_prefilter(oracle, run);
  const int bits = exhaustive_bits(experiment, oracle, prefilter);
  const Firsts exhaustively = exhaustive(experiment, run, oracle, prefilter, bits, step);
  for (std::size_t i = 0; i < sweep::kUsualCriteria; ++i) {
    drift.safe_ranges.push_back(safe_range(run, experiment, exhaustively, bits, sampled, i));
  }
  drift.drift.push_back(std::move(line));
}

/// A sequential recipe runs once from position 0 and is measured at the sampled steps.
json steps_of(const DriftRun& run, const ExperimentConfig& experiment, const exact::Oracle& oracle,
              const StepCallback& step) {
  json line = head(run);
  line["steps"] = true;
  line["octaves"] = json::array();
  const Measured measured(oracle, run, Positions::from(0, recipe::kLongestRun));
  for (int k = 0; k < experiment.step_octaves; ++k) {
    step();
    Result result;
    const std::vector<Position> steps = octave(experiment, k);
    for (const Position p : steps) measured.add(static_cast<std::uint64_t>(p), result);
    line["octaves"].push_back(
        octave_json(result, Position{1} << k, Position{2} << k, complete(steps, k)));
  }
  return line;
}

}  // namespace

std::pair<json, json> drift(const ExperimentConfig& experiment, const ProgressCallback& progress) {
  const exact::Oracle oracle(chart(experiment.encoding));
  const std::vector<DriftRun> list = runs(experiment);
  Drift result;
  double done = 0;
  for (const DriftRun& run : list) {
    const auto step = [&] {
      if (progress)
        progress("drift of " + run.recipe + " in " + run.formats.store.name(),
                 0.75 * done / static_cast<double>(list.size()));
    };
    if (run.sequential)
      result.drift.push_back(steps_of(run, experiment, oracle, step));
    else
      drift_of(run, experiment, oracle, step, result);
    ++done;
  }
  return {std::move(result.drift), std::move(result.safe_ranges)};
}

}  // namespace sextant
