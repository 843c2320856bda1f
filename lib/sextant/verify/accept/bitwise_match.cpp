#include "sextant/verify/accept/bitwise_match.hpp"

#include <atomic>

#include "sextant/measure/prefilter/sweep.hpp"
#include "sextant/recipe/rule/rotation_recurrence.hpp"

namespace sextant::verify {

namespace {

/// Compares the rows [first, last) until more than `patience` entries differ; all threads share
/// `differ`.
void compare(const Source& source, recipe::Recipe& recipe, std::uint64_t first, std::uint64_t last,
             std::uint64_t patience, std::atomic<std::uint64_t>& differ, Match& match) {
  if (differ > patience) return;
  std::vector<double> made(source.columns);
  every_row(source, first, last, [&](std::uint64_t row, std::span<const double> got) {
    recipe.row(row, made);
    std::uint64_t same = 0;
    for (std::size_t j = 0; j < got.size(); ++j) same += same_number(made[j], got[j]) ? 1U : 0U;
    match.same += same;
    match.reached += source.columns;
    differ += source.columns - same;
    return differ <= patience;
  });
}

}  // namespace

void Match::merge(const Match& other) {
  same += other.same;
  reached += other.reached;
}

Match bitwise_match(const Source& source, recipe::Recipe& recipe, std::uint64_t patience,
                    const Progress& progress) {
  std::atomic<std::uint64_t> differ = 0, done = 0;
  const auto rows = [&](std::uint64_t first, std::uint64_t last, Match& match) {
    compare(source, recipe, first, last, patience, differ, match);
    done += last - first;
    report(progress, done, source.rows);
  };
  if (!recipe.sequential()) return measure::sweep<Match>(source.rows, source.block(), rows);
  Match match;
  for (std::uint64_t first = 0; first < source.rows; first += source.block())
    rows(first, std::min(first + source.block(), source.rows), match);
  return match;
}

std::optional<std::string> bitwise_matching_recipe(const Source& source, const Chart& chart,
                                                   const recipe::ComputeFormats& formats,
                                                   const Progress& progress) {
  for (const recipe::Entry& entry : recipe::catalogue(chart)) {
    if (entry.sequential && (source.positions.listed || source.rows > recipe::kLongestRun))
      continue;
    if (!possible(entry.name, formats)) continue;
    const auto recipe = recipe::make(entry.name, chart, formats, source.positions);
    if (bitwise_match(source, *recipe, 0, progress).all()) return std::string(entry.name);
  }
  return std::nullopt;
}

}  // namespace sextant::verify
