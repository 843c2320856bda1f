#include <cstring>
#include <map>

#include <gtest/gtest.h>

#include "draw/patterns.hpp"
#include "draw/places.hpp"
#include "exact/angle/span.hpp"
#include "exact/table/targets.hpp"
#include "hard_places.hpp"
#include "sextant/exact/table/table.hpp"
#include "sextant/measure/hard_places/sweep.hpp"
#include "sextant/number/pattern.hpp"
#include "sextant/number/text.hpp"
#include "sextant/number/ulp.hpp"

namespace sextant::exact {
namespace {

Span truth(const Chart& chart, Position position, std::size_t channel) {
  return span(enclosure(chart.waves, to_rational(position), chart.channels[channel], 1));
}

Rational ulp(const Format& format, const Rational& x) {
  return power_of_two(ulp_exponent(format, x));
}

/// Half ulps from 0 to a boundary tell what it is.
std::string kind_of(const Rational& boundary, const Rational& ulp) {
  if (abs(boundary) == 1) return "one";
  const Rational half_ulps = boundary / ulp * 2;
  if (!is_integer(half_ulps)) return "none";
  return numerator(half_ulps) % 2 == 0 ? "number" : "midpoint";
}

/// A record cannot be typed in: six digits of the distance, from the definition.
TEST(HardPlaces, TheirDistancesAreTrue) {
  for (const HardPlaces& file : recorded_hard_places()) {
    const Chart c = chart(file.encoding);
    for (const HardPlace& place : file.places) {
      const Span value = truth(c, place.position, place.channel);
      for (const Rational& end : {value.lower, value.upper}) {
        const Rational unit = ulp(place.format, end);
        EXPECT_EQ(sextant::decimal(Rational((end - place.boundary) / unit), 6), place.ulps)
            << where(file, place);
        EXPECT_EQ(kind_of(place.boundary, unit), place.kind) << where(file, place);
      }
    }
  }
}

/// None is lost: as many of each format and kind as the command says, the nearest first.  Within
/// half an ulp of ±1 there may be fewer.
TEST(HardPlaces, AreAsManyAsTheirCommandSays) {
  const auto files = recorded_hard_places();
  EXPECT_EQ(files.size(), 3U);
  for (const HardPlaces& file : files) {
    std::map<std::pair<std::string, std::string>, std::vector<Rational>> lists;
    for (const HardPlace& place : file.places)
      lists[{place.format.name(), place.kind}].push_back(abs(parse_rational(place.ulps)));
    const std::size_t keep = std::stoul(file.command.substr(file.command.find("--keep ") + 7));
    for (const Format& format : draw::hardware_formats()) {
      for (const char* kind : {"midpoint", "number"})
        EXPECT_EQ((lists[{format.name(), kind}].size()), keep) << file.file << format << kind;
    }
    for (const auto& [name, distances] : lists) {
      EXPECT_TRUE(std::is_sorted(distances.begin(), distances.end())) << name.first << name.second;
    }
  }
}

/// The fast ball, and the doubles in front of it, round as the definition does.
TEST(HardPlaces, OneValueIsWhatTheDefinitionRoundsTo) {
  for (const HardPlaces& file : recorded_hard_places()) {
    const Oracle oracle(chart(file.encoding));
    for (const HardPlace& place : file.places) {
      const Channel& channel = oracle.chart().channels[place.channel];
      const NearestNumber want =
          nearest(place.format, oracle.waves(), to_rational(place.position), channel);
      ASSERT_TRUE(want.decided);
      const double slow = to_double(want.number);
      const Ball ball = oracle.ball(place.position, channel);
      EXPECT_EQ(oracle.nearest(place.format, place.position, channel).value, slow)
          << where(file, place);
      EXPECT_EQ(oracle.nearest(place.format, place.position, channel, ball).value, slow)
          << where(file, place);
      const auto fast = nearest(place.format, ball);
      EXPECT_EQ(fast.value_or(slow), slow) << where(file, place);
    }
  }
}

/// One entry of a table, the row being somewhere in a block.
double entry(const ExactTable& table, const Format& format, const HardPlace& place) {
  constexpr std::uint64_t count = 64;
  const auto before = static_cast<std::uint64_t>(place.position % 61);
  const auto row = static_cast<std::uint64_t>(place.position - table.positions().first);
  std::vector<std::byte> bytes(count * table.row_bytes());
  table.write(row - before, count, {bytes.data(), table.row_bytes(), false});
  const auto size = static_cast<std::size_t>(format.storage_bits) / 8;
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes.data() + before * table.row_bytes() + place.channel * size, size);
  return value_of(format, bits);
}

TEST(HardPlaces, TablesOfEveryTargetAreWhatTheDefinitionRoundsToFull) {
  for (const HardPlaces& file : recorded_hard_places()) {
    const Chart c = chart(file.encoding);
    for (const std::int64_t target : targets()) {
      const Restricted only(target);
      for (const Format& format : {kFloat16, kBfloat16, kFloat32, kFloat64}) {
        const ExactTable table(c, format, Positions::from(-100, std::uint64_t{1} << 33));
        for (const HardPlace& place : file.places) {
          if (place.format != format) continue;
          const Channel& channel = c.channels[place.channel];
          const NearestNumber want = nearest(format, c.waves, to_rational(place.position), channel);
          EXPECT_EQ(hex_text(from_double(entry(table, format, place))), hex_text(want.number))
              << where(file, place) << ", " << hwy::TargetName(target);
        }
      }
    }
  }
}

/// The distance of an entry by the definition, with what it is near to: only for values whose ulp
/// is known.
std::pair<Rational, std::string> distance(const Rational& x, const Format& format) {
  const Rational half = ulp(format, x) / 2;
  const Rational shifted = abs(x) / half + Rational(1, 2);
  const Rational boundary = Rational(numerator(shifted) / denominator(shifted)) * half;
  return {abs(abs(x) - boundary) / (2 * half), kind_of(boundary, 2 * half)};
}

/// The search, which looks at fast balls, finds what a sort of all distances finds.
TEST(HardPlaces, TheSearchFindsTheNearest) {
  namespace search = sextant::hard_places;
  constexpr std::size_t keep = 5;
  const Positions positions = Positions::from(1, 150);
  const Oracle oracle(chart(Sinusoidal{.dim = 8, .base = 500000}));
  search::Hardest found = search::sweep(oracle, positions, keep);
  std::map<std::pair<std::size_t, std::string>, std::vector<std::tuple<Rational, Position, int>>>
      all;
  for (std::uint64_t row = 0; row < positions.count; ++row) {
    for (std::size_t j = 0; j < oracle.chart().width(); ++j) {
      const Rational x = truth(oracle.chart(), positions[row], j).lower;
      for (std::size_t f = 0; f < search::kFormats.size(); ++f) {
        const auto [units, kind] = distance(x, search::kFormats[f]);
        all[{f, kind}].emplace_back(units, positions[row], static_cast<int>(j));
      }
    }
  }
  for (auto& [what, list] : all) {
    std::sort(list.begin(), list.end());
    const auto kind = std::find(std::begin(measure::kBoundaryNames),
                                std::end(measure::kBoundaryNames), what.second) -
                      std::begin(measure::kBoundaryNames);
    const auto places = found.of(what.first, static_cast<search::Boundary>(kind)).sorted();
    ASSERT_EQ(places.size(), std::min(keep, list.size())) << what.second;
    for (std::size_t k = 0; k < places.size(); ++k)
      EXPECT_EQ(std::pair(places[k].position, places[k].channel),
                std::pair(std::get<1>(list[k]), std::get<2>(list[k])))
          << search::kFormats[what.first] << what.second << k;
  }
}

}  // namespace
}  // namespace sextant::exact
