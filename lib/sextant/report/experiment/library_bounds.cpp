#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sextant/recipe/library/library.hpp"
#include "sextant/report/experiment/experiments.hpp"

namespace sextant {
namespace {

using nlohmann::json;

/// The first and the last position of each octave.  One of them has the octave's largest bound:
/// bounds grow with the position and with the error of its conversion, which the last one has.
Positions ends_of_octaves(int octaves) {
  std::vector<Position> list;
  for (int k = 0; k < octaves; ++k) {
    list.push_back(Position{1} << k);
    list.push_back((Position{2} << k) - 1);
  }
  return Positions::of(std::move(list));
}

/// The bound, rounded up to three digits; null if it is infinite.
json rounded_up(double bound) {
  if (!std::isfinite(bound)) return nullptr;
  const auto three_digits = [](double value) {
    return std::strtod(fmt::format("{:.2e}", value).c_str(), nullptr);
  };
  const double nearest = three_digits(bound);
  if (nearest >= bound) return nearest;
  return three_digits(nearest + std::pow(10, std::floor(std::log10(nearest)) - 2));
}

/// The largest bound in each octave, null if it is infinite; empty if all are.
json bounds_of(const DriftRun& run, const recipe::Library& library, const Chart& table,
               int octaves) {
  recipe::ComputeFormats formats = run.formats;
  formats.library = &library;
  const auto recipe = recipe::make(run.recipe, table, formats, ends_of_octaves(octaves));
  json bounds = json::array();
  bool any = false;
  for (int k = 0; k < octaves; ++k) {
    double most = 0;
    for (const int row : {2 * k, 2 * k + 1}) {
      for (std::size_t j = 0; j < table.width(); ++j)
        most = std::max(most, recipe->bound(static_cast<std::uint64_t>(row), j));
    }
    bounds.push_back(rounded_up(most));
    any = any || std::isfinite(most);
  }
  return any ? bounds : json::array();
}

}  // namespace

json library_bounds(const ExperimentConfig& experiment, const StepCallback& step) {
  const Chart table = chart(experiment.encoding);
  json lines = json::array();
  for (const recipe::Library& library : recipe::libraries()) {
    json all = json::array();
    for (const DriftRun& run : runs(experiment)) {
      if (!run.sound || run.sequential) continue;
      step();
      json bounds = bounds_of(run, library, table, experiment.octaves);
      if (bounds.empty()) continue;
      all.push_back({{"recipe", run.recipe},
                     {"computed_in", recipe::computes_in(run.recipe, run.formats).name()},
                     {"format", run.formats.store.name()},
                     {"bounds", std::move(bounds)}});
    }
    lines.push_back({{"library", library.name},
                     {"what", library.what},
                     {"fast", library.fast},
                     {"series", std::move(all)}});
  }
  return lines;
}

}  // namespace sextant
