#include "sextant/measure/hard_places/sweep.hpp"

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include "sextant/exact/angle/fine.hpp"

namespace sextant::hard_places {

using measure::Distance;
using measure::Leading;

namespace {

/// Whether an entry may belong to some list of the nearest.
bool may_matter(const Leading& x, Hardest& found) {
  for (std::size_t f = 0; f < kFormats.size(); ++f) {
    const auto distance = Distance::of(x, kFormats[f]);
    if (!distance) continue;
    const std::uint64_t limit = found.of(f, distance->kind).limit();
    if (distance->units <= x.radius || distance->units - x.radius <= limit) return true;
  }
  return false;
}

/// A cheaper test of all kinds together; the last half ulp below 1 is separate.
bool may_matter_quickly(const Leading& x, Hardest& found) {
  constexpr std::uint64_t quarter = std::uint64_t{1} << 62;
  const auto near_one = static_cast<std::uint64_t>(x.bits >> (128 - kBfloat16.precision - 1));
  if (std::has_single_bit(near_one + 1)) return may_matter(x, found);
  for (std::size_t f = 0; f < kFormats.size(); ++f) {
    const int below = x.e < kFormats[f].emin ? kFormats[f].emin - x.e : 0;
    const int kept = kFormats[f].precision + 1 - below;
    if (kept < 0) continue;
    const auto rest = static_cast<std::uint64_t>((x.bits << kept) >> 64);
    const std::uint64_t reach = found.limits[f] + x.radius;
    // −reach ≤ rest ≤ reach, modulo one.
    if (reach >= quarter || rest + reach <= 2 * reach) return true;
  }
  return false;
}

void add(const Leading& x, Position position, std::size_t channel, Hardest& found) {
  for (std::size_t f = 0; f < kFormats.size(); ++f) {
    const auto distance = Distance::of(x, kFormats[f]);
    if (!distance) continue;
    found.add(f, distance->kind, {distance->units, position, static_cast<int>(channel)});
  }
}

void visit(const exact::Oracle& oracle, Position position, const PairChannels& channels,
           Hardest& found) {
  const exact::SineCosine fast = oracle.pair(position, channels.pair);
  const auto sine = Leading::of_wave(fast.sine);
  const auto cosine = Leading::of_wave(fast.cosine);
  const bool sine_matters = sine && may_matter_quickly(*sine, found);
  const bool cosine_matters = cosine && may_matter_quickly(*cosine, found);
  if (!sine_matters && !cosine_matters) return;
  // The fine ball does not include an amplitude.
  const bool plain = oracle.waves().of_size_1();
  const exact::SineCosine fine =
      plain ? exact::fine_sine_cosine(oracle.turn(position, channels.pair)) : fast;
  if (sine_matters) {
    if (const auto x = Leading::of_wave(fine.sine)) add(*x, position, channels.sines[0], found);
  }
  if (cosine_matters) {
    if (const auto x = Leading::of_wave(fine.cosine)) add(*x, position, channels.cosines[0], found);
  }
}

}  // namespace

Hardest sweep(const exact::Oracle& oracle, const Positions& positions, std::size_t keep) {
  const std::vector<PairChannels> pairs = by_pair(oracle.chart());
  tbb::enumerable_thread_specific<Hardest> each(keep);
  tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, positions.count, 4096),
                    [&](const tbb::blocked_range<std::uint64_t>& rows) {
                      Hardest& found = each.local();
                      for (std::uint64_t row = rows.begin(); row < rows.end(); ++row) {
                        for (const PairChannels& channels : pairs)
                          visit(oracle, positions[row], channels, found);
                      }
                    });
  Hardest all(keep);
  for (const Hardest& found : each) all.add(found);
  return all;
}

}  // namespace sextant::hard_places
