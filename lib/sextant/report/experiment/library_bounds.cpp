#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sextant/recipe/library/library.hpp"
#include "sextant/report/experiment/experiments.hpp"

namespace sextant {
namespace {

using nlohmann::json;

constexpr int kEnds = 2;  ///< positions of an octave

/// The first and the last position of each octave, further by `by`, the last one odd: bounds grow
/// with the distance of a position from the origin, and with the error of its conversion, which
/// large odd positions have.
Positions ends_of_octaves(int octaves, Position by) {
  std::vector<Position> list;
  for (int k = 0; k < octaves; ++k) {
    list.push_back((Position{1} << k) + by);
    list.push_back(((Position{2} << k) - 1 + by) | 1);
  }
  return Positions::of(std::move(list));
}

/// The charts and positions whose bounds cover those of an octave.  Between the ends of an octave
/// an origin makes positions that are not exact, and reduced angles that are larger.  So the
/// positions further from 0 by its size, of the table without an origin, are taken, too: there
/// reduced angles count as half a turn.                                        recipes.md, (34),
/// (36)
struct Ends {
  Chart table;
  Positions positions;
};
std::vector<Ends> ends(Chart table, int octaves) {
  table.waves.zero_row.reset();  // may be an end
  std::vector<Ends> all = {{table, ends_of_octaves(octaves, 0)}};
  if (table.waves.origin == 0) return all;
  Chart plain = table;
  plain.waves.origin = 0;
  const Integer further = numerator(abs(table.waves.origin)) / denominator(table.waves.origin) + 1;
  if (further < (Integer(1) << 60))
    all.push_back({std::move(plain), ends_of_octaves(octaves, static_cast<Position>(further))});
  return all;
}

/// The bound, rounded up to six digits; null if it is infinite.
json rounded_up(double bound) {
  if (!std::isfinite(bound)) return nullptr;
  const auto six_digits = [](double value) {
    return std::strtod(fmt::format("{:.5e}", value).c_str(), nullptr);
  };
  const double nearest = six_digits(bound);
  if (nearest >= bound) return nearest;
  return six_digits(nearest + std::pow(10, std::floor(std::log10(nearest)) - 5));
}

/// One bound an octave; empty if the library gives none.
json bounds_of(const DriftRun& run, const recipe::Library& library, const std::vector<Ends>& all,
               int octaves) {
  recipe::ComputeFormats formats = run.formats;
  formats.library = &library;
  std::vector<double> most(static_cast<std::size_t>(octaves));
  for (const auto& [table, positions] : all) {
    const auto recipe = recipe::make(run.recipe, table, formats, positions);
    for (std::size_t row = 0; row < most.size() * kEnds; ++row) {
      for (std::size_t j = 0; j < table.width(); ++j)
        most[row / kEnds] = std::max(most[row / kEnds], recipe->bound(row, j));
    }
  }
  json bounds = json::array();
  for (const double bound : most) bounds.push_back(rounded_up(bound));
  const bool any = std::any_of(most.begin(), most.end(), [](double x) { return std::isfinite(x); });
  return any ? bounds : json::array();
}

}  // namespace

json library_bounds(const ExperimentConfig& experiment, const StepCallback& step) {
  const std::vector<Ends> at = ends(chart(experiment.encoding), experiment.octaves);
  json lines = json::array();
  for (const recipe::Library& library : recipe::libraries()) {
    json all = json::array();
    for (const DriftRun& run : runs(experiment)) {
      if (!run.sound || run.sequential) continue;
      step();
      json bounds = bounds_of(run, library, at, experiment.octaves);
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
