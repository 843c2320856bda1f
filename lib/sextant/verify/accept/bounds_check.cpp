#include "sextant/verify/accept/bounds_check.hpp"

#include <atomic>
#include <cmath>

#include "sextant/measure/prefilter/sweep.hpp"
#include "sextant/verify/accept/entry_bounds_check.hpp"
#include "sextant/verify/accept/plan.hpp"

namespace sextant::verify {
namespace {

/// The margins of the plan's most promising cells, which are checked completely.
Margin figures(const Source& source, const EntryBoundsCheck& judge, const Plan& plan,
               std::uint64_t block) {
  Margin known;
  Counts counts;
  for (const Plan::Cell& cell : plan.promising()) {
    const std::uint64_t end = std::min((cell.block + 1) * block, source.rows);
    for (std::uint64_t row = cell.block * block; row < end; ++row) {
      const Violation place = judge.violation(row, cell.column, source.row(row)[cell.column]);
      known.merge(judge.errors(place));
      judge.full(place, counts);
    }
  }
  known.fraction = counts.bounded.margin.fraction;
  return known;
}

/// Checks the entries of the rows [first, last) that a plan selects; all entries without a plan.
void check_block(const Source& source, const EntryBoundsCheck& judge, const Plan* plan,
                 std::uint64_t block, std::uint64_t first, std::uint64_t last, Counts& result) {
  every_row(source, first, last, [&](std::uint64_t row, std::span<const double> entries) {
    if (plan == nullptr) judge.row(row, entries, result);
    for (std::size_t j = 0; plan != nullptr && j < source.columns; ++j) {
      const Plan::Check wanted = plan->check(block, j);
      if (wanted == Plan::Check::none || !std::isfinite(entries[j])) continue;
      if (wanted == Plan::Check::full) {
        judge.full(row, j, entries[j], result);
      } else {
        judge.check_same_arithmetic(row, j, entries[j], result);
      }
    }
    return true;
  });
}

}  // namespace

std::optional<measure::Profile> profile(const Source& source, const exact::Oracle& oracle,
                                        std::uint64_t most) {
  if (!source.read_elements || source.rows != source.positions.count) return std::nullopt;
  const measure::TableErrorMeter meter(oracle, source.format, source.positions);
  if (!meter.possible()) return std::nullopt;
  return meter.profile(source.read_elements, most);
}

BoundsResult check_bounds(const Source& source, const exact::Oracle& oracle,
                          const recipe::Recipe& recipe, const Format& compute, const Extent& extent,
                          const Progress& progress) {
  const EntryBoundsCheck judge(source, oracle, recipe, compute, extent);
  std::optional<Plan> plan;
  Margin known;
  if (extent.profile != nullptr) {
    plan.emplace(source, oracle, recipe, compute, *extent.profile);
    known = figures(source, judge, *plan, extent.profile->block);
    plan->settle(known);
    known.bound = plan->bound();
  }
  const std::uint64_t step = plan ? extent.profile->block : source.block();
  std::atomic<std::uint64_t> done = 0;
  std::atomic<bool> lost = false;
  const auto block = [&](std::uint64_t number, Counts& result) {
    if (lost) return;
    const std::uint64_t first = number * step;
    const std::uint64_t last = std::min(first + step, source.rows);
    const std::uint64_t piece = source.block();  // rows in memory at a time
    for (std::uint64_t at = first; at < last && (!plan || plan->wanted(number)); at += piece)
      check_block(source, judge, plan ? &*plan : nullptr, number, at, std::min(at + piece, last),
                  result);
    result.entries += (last - first) * source.columns;
    if (result.least_violations() > extent.patience) lost = true;
    done += last - first;
    if (progress) progress(static_cast<double>(done) / static_cast<double>(source.rows));
  };
  // Threads take numbers of blocks, so that no block is divided.
  auto counts =
      measure::sweep<Counts>((source.rows + step - 1) / step, 1,
                             [&](std::uint64_t first, std::uint64_t last, Counts& result) {
                               for (std::uint64_t number = first; number < last; ++number)
                                 block(number, result);
                             });
  counts.bounded.margin.merge(known);
  return counts.settled();
}

}  // namespace sextant::verify
