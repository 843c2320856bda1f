#include "sextant/verify/replay.hpp"

#include <cmath>

#include "sextant/encoding/error.hpp"
#include "sextant/recipe/rotation_recurrence.hpp"

namespace sextant::verify {

bool possible(std::string_view name, const recipe::Chain& chain) {
  return chain.store.precision <= recipe::computes_in(name, chain).precision;
}

Match replay(const Source& source, recipe::Recipe& recipe, std::uint64_t patience) {
  Match match;
  std::vector<double> made(source.columns);
  std::vector<double> values;
  for (std::uint64_t first = 0; first < source.rows; first += source.block()) {
    const std::uint64_t count = std::min(source.block(), source.rows - first);
    values.resize(count * source.columns);
    source.read(first, count, values);
    for (std::uint64_t row = 0; row < count; ++row) {
      recipe.row(first + row, made);
      for (std::size_t j = 0; j < source.columns; ++j) {
        const double got = values[row * source.columns + j];
        match.same += made[j] == got && std::signbit(made[j]) == std::signbit(got) ? 1U : 0U;
      }
      match.reached += source.columns;
      if (match.reached - match.same > patience) return match;
    }
  }
  return match;
}

std::optional<std::string> reproducing_recipe(const Source& source, const Chart& chart,
                                              const recipe::Chain& chain) {
  for (const recipe::Entry& entry : recipe::catalogue()) {
    if (entry.sequential && (source.positions.listed || source.rows > recipe::kLongestRun))
      continue;
    if (!possible(entry.name, chain)) continue;
    const auto recipe = recipe::make(entry.name, chart, chain, source.positions);
    if (replay(source, *recipe, 0).all()) return std::string(entry.name);
  }
  return std::nullopt;
}

}  // namespace sextant::verify
