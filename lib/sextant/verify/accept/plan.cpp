#include "sextant/verify/accept/plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sextant::verify {
namespace {

constexpr double kAbove =
    1 + 0x1p-40;  // allows for the roundings of bounds and fractions in doubles
constexpr double kNothingKnown = std::numeric_limits<double>::infinity();
constexpr std::size_t kPromising = 16;

/// The number of blocks, beginning with `block`, over which positions grow by 1/64 at most; at
/// least 1.
std::uint64_t length_of_run(const Source& source, std::uint64_t block, std::uint64_t rows) {
  const Position here = source.positions[block * rows];
  const std::uint64_t step = magnitude(source.positions.step);
  return std::max<std::uint64_t>(1, magnitude(here) / step / rows / 64);
}

/// A lower bound of the recipe's bounds before storing, from those of the rows [first, last).  The
/// storage error grows with the position.
double least_computed(const Source& source, const recipe::Recipe& recipe, std::uint64_t first,
                      std::uint64_t last, std::size_t column, double least) {
  const bool grows = magnitude(source.positions[first]) < magnitude(source.positions[last - 1]);
  const double storage = recipe.terms(grows ? first : last - 1, column).storage;
  return std::max(0.0, least - storage * (1 + 0x1p-48));
}

}  // namespace

Plan::Plan(const Source& source, const exact::Oracle& oracle, const recipe::Recipe& recipe,
           const Format& compute, const measure::Profile& profile)
    : profile_(profile),
      stores_(source.format != compute),
      measures_(measures_of(oracle)),
      checks_(profile.most.size(), Check::full) {
  const std::uint64_t blocks = profile.blocks();
  for (std::uint64_t block = 0; block < blocks;) {
    const std::uint64_t length = length_of_run(source, block, profile.block);
    const std::uint64_t end = std::min(block + length, blocks);
    const std::uint64_t first = block * profile.block;
    const std::uint64_t last = std::min(end * profile.block, source.rows);
    for (std::size_t j = 0; j < profile.columns; ++j) {
      const auto range = recipe.range(first, last, j);
      bool numbers = true;
      for (std::uint64_t b = block; b < end; ++b) numbers &= std::isfinite(profile.at(b, j));
      const double size = measures_[j].size;
      Kind kind;
      if (range && numbers && range->most <= kVacuous * size) {
        const double computed = least_computed(source, recipe, first, last, j, range->least);
        kind = {computed / kAbove, range->most * (1 / size), AcceptanceCriterion::bound};
      } else if (range && numbers && range->least > kVacuous * size * kAbove &&
                 std::isfinite(range->most)) {
        kind.criterion = AcceptanceCriterion::same_arithmetic;
      }
      kinds_.push_back(kind);
    }
    for (; block < end; ++block) run_of_.push_back(kinds_.size() / profile.columns - 1);
  }
}

Plan::Figures Plan::at_most(std::uint64_t block, std::size_t column) const {
  const Kind& k = kind(block, column);
  const Measure& m = measures_[column];
  const double far = profile_.at(block, column) * kAbove;
  if (k.criterion == AcceptanceCriterion::none || !std::isfinite(far)) return {};
  const double error = far * (1 / m.size) * kAbove;
  if (k.criterion == AcceptanceCriterion::bound) {
    const double excess = stores_ ? profile_.excess_at(block, column) * kAbove : far;
    return {k.computed > 0 ? excess / k.computed : kNothingKnown, error, 0};
  }
  return {0, error, m.step > 0 ? error / m.step * kAbove : 0};
}

std::vector<Plan::Cell> Plan::promising() const {
  std::vector<Cell> chosen;
  for (double Figures::*figure : {&Figures::fraction, &Figures::error, &Figures::positions}) {
    std::vector<std::pair<double, Cell>> best;  // a heap with the smallest value at the front
    const auto more = [](const auto& a, const auto& b) { return a.first > b.first; };
    for (std::uint64_t b = 0; b < profile_.blocks(); ++b) {
      for (std::size_t j = 0; j < profile_.columns; ++j) {
        const double value = at_most(b, j).*figure;
        if (!(value > 0) || value == kNothingKnown) continue;
        if (best.size() == kPromising && value <= best.front().first) continue;
        best.emplace_back(value, Cell{b, j});
        std::push_heap(best.begin(), best.end(), more);
        if (best.size() <= kPromising) continue;
        std::pop_heap(best.begin(), best.end(), more);
        best.pop_back();
      }
    }
    for (const auto& [value, cell] : best) chosen.push_back(cell);
  }
  return chosen;
}

void Plan::settle(const Margin& known) {
  bound_ = 0;
  for (std::uint64_t b = 0; b < profile_.blocks(); ++b) {
    for (std::size_t j = 0; j < profile_.columns; ++j) {
      const Kind& k = kind(b, j);
      const Figures f = at_most(b, j);
      Check& check = checks_[b * profile_.columns + j];
      check = Check::full;
      if (k.criterion == AcceptanceCriterion::none || f.error > known.error ||
          f.positions > known.positions)
        continue;
      if (k.criterion == AcceptanceCriterion::same_arithmetic) check = Check::same_arithmetic;
      if (k.criterion == AcceptanceCriterion::bound &&
          f.fraction <= std::min(known.fraction, 1.0)) {
        check = Check::none;
        bound_ = std::max(bound_, k.bound);
      }
    }
  }
}

bool Plan::wanted(std::uint64_t block) const {
  const auto first = checks_.begin() + static_cast<std::ptrdiff_t>(block * profile_.columns);
  return std::any_of(first, first + static_cast<std::ptrdiff_t>(profile_.columns),
                     [](Check check) { return check != Check::none; });
}

}  // namespace sextant::verify
