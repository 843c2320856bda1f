#include "sextant/verify/diagnosis/run_start.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "sextant/number/ulp.hpp"

namespace sextant::verify {
namespace {

constexpr std::size_t kEnough = 4;  // pairs that no accident makes
constexpr double kManyUlps = 128;   // among which a bound leaves an entry

/// Pairs of a row of which a bound says little, and how many of them a recipe makes again, to a
/// number beside.
struct Likeness {
  std::size_t asked = 0, same = 0;
};

Likeness likeness(const Source& rows, const Chart& chart, recipe::Recipe& recipe, std::uint64_t row,
                  double amplitude) {
  std::vector<double> made(rows.columns), got(rows.columns);
  recipe.row(row, made);
  rows.read(row, 1, got);
  const double many = std::ldexp(kManyUlps, ulp_exponent(rows.format, amplitude));
  std::map<int, bool> pairs;  // those asked, and whether all their entries are the same
  for (std::size_t j = 0; j < made.size(); ++j) {
    if (!(recipe.bound(row, j) > many)) continue;
    const double beside = std::ldexp(1.0, ulp_exponent(rows.format, made[j]));
    const bool same = std::abs(got[j] - made[j]) <= beside;
    const auto [place, first] = pairs.emplace(chart.channels[j].pair, same);
    place->second = place->second && same;
  }
  const auto same =
      std::count_if(pairs.begin(), pairs.end(), [](const auto& p) { return p.second; });
  return {pairs.size(), static_cast<std::size_t>(same)};
}

}  // namespace

bool begins_soundly(const Source& rows, const Chart& chart, std::span<const Sound> recipes,
                    double amplitude) {
  return std::any_of(recipes.begin(), recipes.end(), [&](const Sound& sound) {
    const Likeness first = likeness(rows, chart, *sound.recipe, 0, amplitude);
    const Likeness last = likeness(rows, chart, *sound.recipe, rows.rows - 1, amplitude);
    return std::min(first.asked, last.asked) >= kEnough && 8 * first.same >= 7 * first.asked &&
           2 * last.same <= last.asked;
  });
}

}  // namespace sextant::verify
