#include <array>

#include <nlohmann/json.hpp>

#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/measure/identity/invariance.hpp"
#include "sextant/report/experiment/experiments.hpp"

namespace sextant {
namespace {

using measure::Defect;
using nlohmann::json;

constexpr std::size_t kPositions = 24;  // of an octave
constexpr std::array<Position, 3> kOffsets = {1, 17, 1000};

/// The four identities of one run in one octave, each with its largest defect.
struct MaxError {
  Defect defect{-1, 0};
  Position position = 0;
  void see(const Defect& d, Position p) {
    if (d.value > defect.value) defect.value = d.value, position = p;
    defect.bound = std::max(defect.bound, d.bound);
  }
  json to_json(int k) const {
    return {{"from", to_text(Position{1} << k)},
            {"to", to_text(Position{2} << k)},
            {"value", defect.value},
            {"position", to_text(position)},
            {"bound", defect.bound}};
  }
};

/// A row of a recipe with its bounds.
struct Row {
  std::vector<double> values, bounds;
};

/// The positions of all octaves, each followed by its positions at the offsets; last, the offsets.
std::vector<Position> places(const ExperimentConfig& experiment) {
  std::vector<Position> list;
  for (int k = 0; k < experiment.octaves; ++k) {
    std::vector<Position> positions = octave(experiment, k);
    positions.resize(std::min(positions.size(), kPositions));
    for (const Position p : positions) {
      list.push_back(p);
      for (const Position offset : kOffsets) list.push_back(p + offset);
    }
  }
  list.insert(list.end(), kOffsets.begin(), kOffsets.end());
  return list;
}

class Identities {
 public:
  Identities(const ExperimentConfig& experiment, const DriftRun& run)
      : chart_(chart(experiment.encoding)),
        oracle_(chart_),
        pairs_(by_pair(chart_)),
        positions_(Positions::of(places(experiment))),
        recipe_(recipe::make(run.recipe, chart_, run.formats, positions_)) {
    for (std::size_t i = 0; i < kOffsets.size(); ++i) {
      steps_.push_back(row(positions_.count - kOffsets.size() + i));
      rotations_.push_back(rotation(kOffsets[i]));
    }
  }

  /// The largest defects at positions number [first, first + count) of the list.
  std::array<MaxError, 4> over(std::uint64_t first, std::uint64_t count) const {
    std::array<MaxError, 4> worst;
    for (std::uint64_t n = first; n < first + count; ++n) {
      const std::uint64_t at = n * (kOffsets.size() + 1);
      const Position p = positions_[at];
      const Row x = row(at);
      worst[0].see(measure::norm_defect(pairs_, x.values, x.bounds), p);
      for (std::size_t i = 0; i < kOffsets.size(); ++i) {
        const Row y = row(at + 1 + i);
        const Row& step = steps_[i];
        const auto& [sines, cosines] = rotations_[i];
        worst[1].see(measure::shift_defect(pairs_, x.values, y.values, x.bounds, y.bounds, cosines),
                     p);
        worst[2].see(measure::rotation_defect(pairs_, x.values, y.values, x.bounds, y.bounds, sines,
                                              cosines),
                     p);
        worst[3].see(measure::composition_defect(pairs_, x.values, step.values, y.values, x.bounds,
                                                 step.bounds, y.bounds),
                     p);
      }
    }
    return worst;
  }

 private:
  Row row(std::uint64_t index) const {
    Row result{std::vector<double>(chart_.width()), std::vector<double>(chart_.width())};
    recipe_->row(index, result.values);
    for (std::size_t j = 0; j < chart_.width(); ++j) result.bounds[j] = recipe_->bound(index, j);
    return result;
  }

  std::pair<std::vector<double>, std::vector<double>> rotation(Position k) const {
    std::pair<std::vector<double>, std::vector<double>> result;
    for (int pair = 0; pair < chart_.waves.pairs(); ++pair) {
      const exact::SineCosine truth = oracle_.pair(k, pair);
      result.first.push_back(exact::near(truth.sine).high);
      result.second.push_back(exact::near(truth.cosine).high);
    }
    return result;
  }

  Chart chart_;
  exact::Oracle oracle_;
  std::vector<PairChannels> pairs_;
  Positions positions_;
  std::unique_ptr<recipe::Recipe> recipe_;
  std::vector<Row> steps_;
  std::vector<std::pair<std::vector<double>, std::vector<double>>> rotations_;
};

}  // namespace

nlohmann::json defects(const ExperimentConfig& experiment, const StepCallback& step) {
  constexpr std::array<const char*, 4> kNames = {"norm", "shift", "rotation", "composition"};
  json result = json::object();
  for (const char* name : kNames) result[name] = json::array();
  // The identities are those of the plain encoding: no amplitude, and angles that add.
  ExperimentConfig plain = experiment;
  plain.recipes =
      experiment.recipes.empty()
          ? std::vector<std::string>{"exp-log", "float64-angle", "turns", "quarter-turn-cosine"}
          : experiment.recipes;
  set_field(plain.encoding, "amplitude", "1");
  set_field(plain.encoding, "origin", "0");
  if (auto* rotary = std::get_if<Rotary>(&plain.encoding)) rotary->scale_base.reset();
  for (const DriftRun& run : runs(plain)) {
    if (run.sequential) continue;
    const Identities identities(plain, run);
    std::array<json, 4> lines;
    for (json& line : lines) {
      line = {{"recipe", run.recipe},
              {"computed_in", recipe::computes_in(run.recipe, run.formats).name()},
              {"format", run.formats.store.name()},
              {"octaves", json::array()}};
    }
    std::uint64_t first = 0;
    for (int k = 0; k < experiment.octaves; ++k) {
      step();
      const std::uint64_t count = std::min(octave(experiment, k).size(), kPositions);
      const auto worst = identities.over(first, count);
      first += count;
      for (std::size_t i = 0; i < worst.size(); ++i)
        lines[i]["octaves"].push_back(worst[i].to_json(k));
    }
    for (std::size_t i = 0; i < lines.size(); ++i) result[kNames[i]].push_back(std::move(lines[i]));
  }
  return result;
}

}  // namespace sextant
