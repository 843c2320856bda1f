#include "sextant/verify/accept/entry_cover.hpp"

#include "sextant/verify/accept/stored_bound.hpp"

namespace sextant::verify {

EntryCover::EntryCover(const Source& source, const exact::Oracle& oracle,
                       const recipe::Recipe& recipe, const Format& compute, const Extent& extent)
    : source_(source),
      oracle_(oracle),
      recipe_(recipe),
      rows_(oracle, source.format),
      reproduction_(source, oracle, recipe, compute),
      measures_(measures_of(oracle)),
      reproduced_(extent.reproduced),
      as_stored_(extent.as_stored) {}

double EntryCover::bound(std::uint64_t row, std::size_t channel, double got) const {
  return as_stored_ ? stored_bound(recipe_, source_.format, row, channel, got)
                    : recipe_.bound(row, channel);
}

void EntryCover::full(const Outside& place, Counts& counts) const {
  const Slack slack = errors(place);
  const auto kept = [&] { return place; };
  const std::size_t j = place.channel;
  if (by(place) == By::reproduction)
    return reproduction_.judge(place.row, j, place.got, slack, kept, counts);
  Slack used = slack;
  used.bound = place.bound * part(j);
  const bool inside = by(place) == By::bound && place.absolute <= place.bound;
  used.fraction = !inside ? 2 : place.bound > 0 ? place.absolute / place.bound : 0;
  counts.bounded.add(used, place.row, j, kept);
}

void EntryCover::row(std::uint64_t row, std::span<const double> got, Counts& counts) const {
  measure::Tally ignored;
  const Position p = source_.positions[row];
  rows_.measure(row, p, got, ignored, [&](std::size_t j, const measure::EntryError& e) {
    full({row, p, j, got[j], e.want, e.absolute, bound(row, j, got[j])}, counts);
  });
}

void EntryCover::reproduce(std::uint64_t row, std::size_t channel, double got,
                           Counts& counts) const {
  reproduction_.judge(
      row, channel, got, {}, [&] { return outside(row, channel, got); }, counts);
}

Slack EntryCover::errors(const Outside& place) const {
  Slack slack{.error = place.absolute * part(place.channel)};
  const double step = measures_[place.channel].step;
  if (by(place) == By::reproduction) slack.positions = step > 0 ? slack.error / step : 0;
  return slack;
}

Outside EntryCover::outside(std::uint64_t row, std::size_t channel, double got) const {
  const Position p = source_.positions[row];
  const Channel& c = oracle_.chart().channels[channel];
  const measure::EntryError e = rows_.gauge().entry(p, c, oracle_.ball(p, c), got);
  return {row, p, channel, got, e.want, e.absolute, bound(row, channel, got)};
}

By EntryCover::by(const Outside& place) const {
  const Channel& channel = oracle_.chart().channels[place.channel];
  const Function function = channel.function;
  const bool blank = is_blank(channel, oracle_.waves().zero_row, place.position);
  if (reproduced_ && is_wave(function) && !blank) return By::reproduction;
  return granting(function, place.bound, measures_[place.channel].size);
}

double EntryCover::part(std::size_t channel) const {
  return measures_[channel].size > 0 ? 1 / measures_[channel].size : 0;
}

}  // namespace sextant::verify
