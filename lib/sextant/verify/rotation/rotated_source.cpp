#include "sextant/verify/rotation/rotated_source.hpp"

#include <algorithm>

#include "sextant/encoding/real/error.hpp"
#include "sextant/verify/rows/index_ranges.hpp"

namespace sextant::verify {
namespace {

void numbers_of(const Table& table, std::uint64_t row, std::span<double> values) {
  std::vector<std::uint64_t> bits(values.size());
  table.read_rows(row, 1, bits);
  std::transform(bits.begin(), bits.end(), values.begin(),
                 [&](std::uint64_t pattern) { return table.number(pattern); });
}

}  // namespace

std::uint64_t RotatedSource::index(std::uint64_t lead, std::size_t of) const {
  std::uint64_t row = this->row(lead, 0);
  for (std::size_t k = shape.size(); --k > of;) row /= shape[k];
  return row % shape[of];
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
  source.read = [in = before.table, out = after.table](std::uint64_t row, std::span<double> x,
                                                       std::span<double> y) {
    numbers_of(in, row, x);
    numbers_of(out, row, y);
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

RotatedSource only(const RotatedSource& source, std::vector<std::uint64_t> leads,
                   std::vector<std::uint64_t> places) {
  const Positions positions = listed_at(source.positions, places);
  RotatedSource some = source;
  some.shape = {leads.size(), places.size()};
  some.read = [source, leads, places](std::uint64_t row, std::span<double> before,
                                      std::span<double> after) {
    source.read(source.row(leads[row / places.size()], places[row % places.size()]), before, after);
  };
  return along(std::move(some), 1, positions);
}

RotatedSource sample(const RotatedSource& source, std::uint64_t places, std::uint64_t leads) {
  return only(source, evenly(source.leads, leads), evenly(source.places(), places));
}

}  // namespace sextant::verify
