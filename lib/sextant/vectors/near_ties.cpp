#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "sextant/measure/hard_places/sweep.hpp"
#include "sextant/vectors/places.hpp"

namespace sextant::vectors {
namespace {

using measure::Boundary;

/// The number kept for each format.  More ties are searched, since double rounding fails at half of
/// them.
constexpr std::size_t kKept = 6, kTies = 4, kNumbers = 2;

/// The columns of a chart by function and pair.
std::map<std::pair<Function, int>, std::size_t> columns(const Chart& chart) {
  std::map<std::pair<Function, int>, std::size_t> found;
  for (std::size_t j = 0; j < chart.width(); ++j)
    found.try_emplace({chart.channels[j].function, chart.channels[j].pair}, j);
  return found;
}

/// A sine and a cosine of every pair: the range of the search.
Chart pairs_of(const Chart& chart) {
  Chart all{chart.waves, {}};
  for (int pair = 0; pair < chart.waves.pairs(); ++pair) {
    all.channels.push_back({Function::sine, pair});
    all.channels.push_back({Function::cosine, pair});
  }
  return all;
}

}  // namespace

std::vector<TestPlace> near_ties(const Chart& chart, std::uint64_t searched) {
  const Chart all = pairs_of(chart);
  const auto found_in = columns(chart);
  const exact::Oracle oracle(all);
  const std::uint64_t count = std::max<std::uint64_t>(1, searched / all.width());
  hard_places::Hardest hardest = hard_places::sweep(oracle, Positions::from(1, count), 2 * kKept);
  std::vector<TestPlace> places;
  for (std::size_t f = 0; f < hard_places::kFormats.size(); ++f) {
    for (const Boundary kind : {Boundary::midpoint, Boundary::number}) {
      std::size_t left = kind == Boundary::midpoint ? kTies : kNumbers;
      for (const measure::HardPlace& place : hardest.of(f, kind).sorted()) {
        const Channel& c = all.channels[static_cast<std::size_t>(place.channel)];
        const auto column = found_in.find({c.function, c.pair});
        if (column == found_in.end() || left == 0) continue;
        --left;
        const bool tie = kind == Boundary::midpoint;
        const double ulps = std::ldexp(static_cast<double>(place.units), -65);
        places.push_back(
            {place.position,
             column->second,
             fmt::format("{:.1g} ulps from a {} {}", ulps, tie ? "tie of" : "number of",
                         hard_places::kFormats[f].name()),
             {tie ? "NearTie" : "NearNumber"},
             tie ? std::optional(hard_places::kFormats[f]) : std::nullopt});
      }
    }
  }
  return places;
}

}  // namespace sextant::vectors
