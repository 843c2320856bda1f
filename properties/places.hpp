#pragma once

#include <cstdint>
#include <ostream>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "encodings.hpp"
#include "numbers.hpp"
#include "sextant/encoding/position.hpp"
#include "sextant/exact/evaluate.hpp"

namespace sextant::draw {

/// A position that can be shown.
struct At {
  Position position = 0;
  operator Position() const { return position; }
};
inline std::ostream& operator<<(std::ostream& out, At at) { return out << to_text(at.position); }

/// Where mistakes live: zero, the neighbours of every power of two, and with them the first integer
/// that each format lacks (257, 2049, 2²⁴ + 1, 2⁵³ + 1); both ends, ±2⁶³; by size.
inline std::vector<Position> edge_positions() {
  std::vector<Position> found = {0};
  Position largest = 0;
  for (int k = 0; k <= 63; ++k) {
    for (const int step : {-1, 0, 1}) {
      const Position p = (Position{1} << k) + step;
      if (p <= largest || p > kLargestPosition) continue;
      found.insert(found.end(), {p, -p});
      largest = p;
    }
  }
  return found;
}

/// Log-uniform positions below 2^bits in magnitude, and one time in four an edge.  Shrinks towards
/// 0.
inline rc::Gen<At> positions(int bits = 63) {
  const auto uniform =
      rc::gen::apply([](std::uint64_t size,
                        bool negative) { return At{negative ? -Position{size} : Position{size}}; },
                     log_uniform(bits), rc::gen::arbitrary<bool>());
  std::vector<Position> edges = edge_positions();
  std::erase_if(edges, [bits](Position p) { return magnitude(p) > std::uint64_t{1} << bits; });
  const auto edge = full(rc::gen::map(rc::gen::inRange<std::size_t>(0, edges.size()),
                                      [edges](std::size_t i) { return At{edges[i]}; }));
  return rc::gen::weightedOneOf<At>({{3, uniform}, {1, edge}});
}

/// One value of one encoding.  `waves` holds its pair alone, so that an oracle costs one frequency.
struct Place {
  Encoding encoding;
  Position position = 0;
  int column = 0;
  Waves waves;
  Channel channel;

  Chart chart() const { return {waves, {channel}}; }
};
inline std::ostream& operator<<(std::ostream& out, const Place& place) {
  const char* names[] = {"sine", "cosine", "zero", "frequency"};
  return out << to_text(place.encoding) << ", position " << to_text(place.position) << ", column "
             << place.column << " (" << names[static_cast<int>(place.channel.function)] << ")";
}

inline Place place_of(const Encoding& encoding, Position position, int column) {
  const Chart whole = sextant::chart(encoding);
  const Channel channel = whole.channels[static_cast<std::size_t>(column)];
  Place place{encoding, position, column, whole.waves, {channel.function, 0}};
  place.waves.amplitude = exact::settled(place.waves.amplitude);
  place.waves.frequencies.clear();
  if (channel.function != Function::zero) {
    place.waves.frequencies = {
        exact::settled(whole.waves.frequencies[static_cast<std::size_t>(channel.pair)])};
  }
  return place;
}

inline rc::Gen<Place> places(rc::Gen<Encoding> gen = encodings()) {
  return rc::gen::exec([gen] {
    const Encoding encoding = *gen;
    const Position position = *positions();
    return place_of(encoding, position, *full(rc::gen::inRange(0, dim(encoding))));
  });
}

}  // namespace sextant::draw
