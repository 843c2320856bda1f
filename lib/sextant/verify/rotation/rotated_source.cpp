#include "sextant/verify/rotation/rotated_source.hpp"

#include <algorithm>
#include <memory>
#include <set>

#include "sextant/encoding/real/error.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kTileNumbers = 65536;
constexpr std::uint64_t kTileLeads = 8;

void numbers_of(const Table& table, std::uint64_t row, std::uint64_t count,
                std::span<double> values) {
  std::vector<std::uint64_t> bits(values.size());
  table.read_rows(row, count, bits);
  std::transform(bits.begin(), bits.end(), values.begin(),
                 [&](std::uint64_t pattern) { return table.number(pattern); });
}

/// At most `wanted` of `count` indices: half of them are the first ones; the others are spread
/// evenly and include the last.
std::vector<std::uint64_t> some_of(std::uint64_t count, std::uint64_t wanted) {
  std::set<std::uint64_t> chosen;
  wanted = std::min(count, wanted);
  for (std::uint64_t k = 0; k < wanted / 2; ++k) chosen.insert(k);
  chosen.insert(count - 1);
  for (std::uint64_t k = 0; chosen.size() < wanted && k < 2 * wanted; ++k) {
    chosen.insert(static_cast<std::uint64_t>(static_cast<double>(count) * static_cast<double>(k) /
                                             static_cast<double>(2 * wanted)));
  }
  return {chosen.begin(), chosen.end()};
}

/// A source in memory.
struct Held {
  std::size_t columns = 0;
  std::vector<double> before, after;

  void read(std::uint64_t first, std::uint64_t count, std::span<double> in,
            std::span<double> out) const {
    const auto from = static_cast<std::ptrdiff_t>(first * columns);
    std::copy_n(before.begin() + from, count * columns, in.begin());
    std::copy_n(after.begin() + from, count * columns, out.begin());
  }
};

}  // namespace

std::uint64_t RotatedSource::index(std::uint64_t lead, std::size_t of) const {
  std::uint64_t row = this->row(lead, 0);
  for (std::size_t k = shape.size(); --k > of;) row /= shape[k];
  return row % shape[of];
}

void RotatedSource::read(std::uint64_t lead, std::uint64_t first, std::uint64_t count,
                         std::span<double> before, std::span<double> after) const {
  if (stride == 1) return read_rows(row(lead, first), count, before, after);
  for (std::uint64_t k = 0; k < count; ++k) {
    read_rows(row(lead, first + k), 1, before.subspan(k * columns, columns),
              after.subspan(k * columns, columns));
  }
}

RotatedSource rotated_source(const NpyVectors& before, const NpyVectors& after,
                             const Positions& positions, std::size_t axis) {
  if (before.shape != after.shape) {
    throw Error(before.table.name() + ": --input has shape " + shape_text(before.shape) + ", and " +
                after.table.name() + " " + shape_text(after.shape) + ": they must be the same");
  }
  if (positions.count != places_of(after, axis)) {
    throw Error(after.table.name() + ": " + std::to_string(positions.count) + " positions (" +
                positions.text() + ") do not agree with shape " + shape_text(after.shape) + ", " +
                (axis == usual_axis(after)
                     ? "whose next-to-last axis they run along"
                     : "whose axis " + std::to_string(axis) + " they run along"));
  }
  RotatedSource source;
  source.shape = after.shape;
  source.shape.pop_back();
  if (source.shape.empty()) source.shape = {1};
  source.columns = static_cast<std::size_t>(after.table.columns());
  source.given = before.table.format();
  source.format = after.table.format();
  source.read_rows = [in = before.table, out = after.table](
                         std::uint64_t first, std::uint64_t count, std::span<double> x,
                         std::span<double> y) {
    numbers_of(in, first, count, x);
    numbers_of(out, first, count, y);
  };
  return along(std::move(source), axis, positions);
}

RotatedSource along(RotatedSource source, std::size_t axis, const Positions& positions) {
  source.axis = axis;
  source.positions = positions;
  source.leads = source.stride = 1;
  for (std::size_t k = 0; k < source.shape.size(); ++k) {
    if (k != axis) source.leads *= source.shape[k];
    if (k > axis) source.stride *= source.shape[k];
  }
  return source;
}

RotatedSource only(const RotatedSource& source, std::vector<std::uint64_t> leads) {
  RotatedSource some = source;
  some.shape = {leads.size(), source.places()};
  some.read_rows = [source, leads](std::uint64_t first, std::uint64_t count, std::span<double> in,
                                   std::span<double> out) {
    source.read(leads[first / source.places()], first % source.places(), count, in, out);
  };
  return along(std::move(some), 1, source.positions);
}

namespace {

/// The vectors of some leads at some positions, in memory.
RotatedSource held(const RotatedSource& source, const std::vector<std::uint64_t>& leads,
                   const std::vector<std::uint64_t>& places) {
  auto held = std::make_shared<Held>();
  held->columns = source.columns;
  held->before.resize(leads.size() * places.size() * source.columns);
  held->after.resize(held->before.size());
  std::span<double> before(held->before);
  std::span<double> after(held->after);
  for (const std::uint64_t lead : leads) {
    for (const std::uint64_t place : places) {
      source.read(lead, place, 1, before.first(source.columns), after.first(source.columns));
      before = before.subspan(source.columns);
      after = after.subspan(source.columns);
    }
  }
  std::vector<Position> positions;
  positions.reserve(places.size());
  for (const std::uint64_t place : places) positions.push_back(source.positions[place]);
  RotatedSource some = source;
  some.shape = {leads.size(), places.size()};
  some.read_rows = [held](std::uint64_t first, std::uint64_t count, std::span<double> in,
                          std::span<double> out) { held->read(first, count, in, out); };
  return along(std::move(some), 1, Positions::of(std::move(positions), source.positions.parts));
}

}  // namespace

RotatedSource vector_of(const RotatedSource& source, std::uint64_t row) {
  const std::uint64_t place = row / source.stride % source.places();
  const std::uint64_t lead =
      row / source.stride / source.places() * source.stride + row % source.stride;
  return held(source, {lead}, {place});
}

RotatedSource sample(const RotatedSource& source, std::uint64_t places, std::uint64_t leads) {
  return held(source, some_of(source.leads, leads), some_of(source.places(), places));
}

Tiles::Tiles(const RotatedSource& of)
    : source(of),
      leads(std::min(of.leads, kTileLeads)),
      places(std::clamp<std::uint64_t>(kTileNumbers / (leads * of.columns), 1, of.places())) {
  if (places == of.places()) {  // few positions: more leads per tile
    const std::uint64_t fit = kTileNumbers / (places * of.columns);
    leads = std::clamp<std::uint64_t>(fit, leads, of.leads);
  }
  across = (of.leads + leads - 1) / leads;
  down = (of.places() + places - 1) / places;
}

Tile Tiles::read(std::uint64_t number) const {
  Tile tile;
  tile.lead = number % across * leads;
  tile.place = number / across * places;
  tile.leads = std::min(leads, source.leads - tile.lead);
  tile.places = std::min(places, source.places() - tile.place);
  tile.columns = source.columns;
  const std::size_t size = tile.places * tile.columns;
  tile.before.resize(tile.leads * size);
  tile.after.resize(tile.leads * size);
  for (std::uint64_t k = 0; k < tile.leads; ++k) {
    source.read(tile.lead + k, tile.place, tile.places,
                std::span(tile.before).subspan(k * size, size),
                std::span(tile.after).subspan(k * size, size));
  }
  return tile;
}

}  // namespace sextant::verify
