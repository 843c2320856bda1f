#include "sextant/verify/accept/entry_bounds_check.hpp"

#include <algorithm>

#include "sextant/verify/accept/stored_bound.hpp"

namespace sextant::verify {

EntryBoundsCheck::EntryBoundsCheck(const Source& source, const exact::Oracle& oracle,
                                   const recipe::Recipe& recipe, const Format& compute,
                                   const Extent& extent)
    : source_(source),
      oracle_(oracle),
      recipe_(recipe),
      compute_(compute),
      rows_(oracle, source.format),
      same_arithmetic_(source, oracle, recipe, compute),
      measures_(measures_of(oracle)),
      same_arithmetic_only_(extent.same_arithmetic) {}

void EntryBoundsCheck::set_bounds(Violation& place) const {
  const StoredBound bound = stored_bound(recipe_, compute_, source_.format, place.row,
                                         place.channel, place.got, place.want);
  place.bound = bound.total();
  place.storage = bound.storage;
  place.widest = bound.widest;
}

void EntryBoundsCheck::full(const Violation& place, Counts& counts) const {
  const Margin margin = errors(place);
  const auto kept = [&] { return place; };
  const std::size_t j = place.channel;
  if (criterion(place) == AcceptanceCriterion::same_arithmetic)
    return same_arithmetic_.judge(place.row, j, place.got, margin, kept, counts);
  Margin used = margin;
  used.bound = place.widest * part(place);
  const bool inside =
      criterion(place) == AcceptanceCriterion::bound && place.absolute <= place.bound;
  const double excess = place.absolute - place.storage;
  used.fraction = !inside      ? 2
                  : excess > 0 ? std::min(1.0, excess / (place.bound - place.storage))
                               : 0;
  counts.bounded.add(used, place.row, j, kept);
}

void EntryBoundsCheck::row(std::uint64_t row, std::span<const double> got, Counts& counts) const {
  measure::ErrorStatistics ignored;
  const Position p = source_.positions[row];
  rows_.measure(row, p, got, ignored, [&](std::size_t j, const measure::EntryError& e) {
    with_error({row, p, j, got[j], e.want, e.absolute}, counts);
  });
}

void EntryBoundsCheck::check_same_arithmetic(std::uint64_t row, std::size_t channel, double got,
                                             Counts& counts) const {
  same_arithmetic_.judge(
      row, channel, got, {}, [&] { return violation(row, channel, got); }, counts);
}

Margin EntryBoundsCheck::errors(const Violation& place) const {
  Margin margin{.error = place.absolute * part(place)};
  const double step = measures_[place.channel].step;
  if (criterion(place) == AcceptanceCriterion::same_arithmetic)
    margin.positions = step > 0 ? margin.error / step : 0;
  return margin;
}

Violation EntryBoundsCheck::violation(std::uint64_t row, std::size_t channel, double got) const {
  const Position p = source_.positions[row];
  const Channel& c = oracle_.chart().channels[channel];
  const measure::EntryError e = rows_.meter().entry(p, c, oracle_.ball(p, c), got);
  Violation place{row, p, channel, got, e.want, e.absolute};
  set_bounds(place);
  return place;
}

AcceptanceCriterion EntryBoundsCheck::criterion(const Violation& place) const {
  const Channel& channel = oracle_.chart().channels[place.channel];
  const Function function = channel.function;
  const bool blank = is_blank(channel, oracle_.waves().zero_row, place.position);
  if (same_arithmetic_only_ && is_wave(function) && !blank)
    return AcceptanceCriterion::same_arithmetic;
  return acceptance_criterion(function, place.widest, size(place));
}

double EntryBoundsCheck::size(const Violation& place) const {
  return size_at(measures_[place.channel], oracle_, place.channel, place.position);
}

double EntryBoundsCheck::part(const Violation& place) const {
  const double units = size(place);
  return units > 0 ? 1 / units : 0;
}

}  // namespace sextant::verify
