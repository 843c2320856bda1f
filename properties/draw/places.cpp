#include "draw/places.hpp"

#include <algorithm>
#include <utility>

#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/exact/evaluate.hpp"

namespace sextant::draw {

std::ostream& operator<<(std::ostream& out, At at) { return out << to_text(at.position); }

std::vector<Position> edge_positions() {
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

Gen<At> positions(int bits) {
  const auto uniform =
      apply([](std::uint64_t size,
               bool negative) { return At{negative ? -Position{size} : Position{size}}; },
            log_uniform(bits), arbitrary<bool>());
  std::vector<Position> edges = edge_positions();
  std::erase_if(edges, [bits](Position p) { return magnitude(p) > std::uint64_t{1} << bits; });
  const auto edge = full(
      map(in_range<std::size_t>(0, edges.size()), [edges](std::size_t i) { return At{edges[i]}; }));
  return weighted_one_of<At>({{3, uniform}, {1, edge}});
}

Gen<At> positions_of_width(int bits) {
  return apply(
      [bits](std::uint64_t raw, bool negative) {
        const Position p{of_width(bits, raw)};
        return At{negative ? -p : p};
      },
      full(arbitrary<std::uint64_t>()), arbitrary<bool>());
}

std::ostream& operator<<(std::ostream& out, const Place& place) {
  const char* names[] = {"sine", "cosine", "zero", "frequency"};
  return out << to_text(place.encoding) << ", position " << to_text(place.position) << ", column "
             << place.column << " (" << names[static_cast<int>(place.channel.function)] << ")";
}

Place place_of(const Encoding& encoding, Position position, int column) {
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

Gen<Place> places(Gen<Encoding> gen) {
  return exec([gen] {
    const Encoding encoding = *gen;
    const Position position = *positions();
    return place_of(encoding, position, *full(in_range(0, dim(encoding))));
  });
}

}  // namespace sextant::draw
