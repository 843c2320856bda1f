#include "tool/options/axial.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sextant/encoding/axial/axial_grid.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/axial_text.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/tensor/positions_file.hpp"
#include "tool/options/read_option.hpp"

namespace sextant::tool {
namespace {

bool has_grid(const Axial& e) { return e.grid.height != 0 || e.grid.width != 0; }

/// The position of a section in a row of these coordinates.
Rational position_of(const Axial& e, const sextant::Section& section,
                     const std::vector<Rational>& place) {
  if (!section.sum) return place[place_of(e, section.axis)];
  Rational sum = to_rational(section.sum->constant);
  for (std::size_t k = 0; k < place.size(); ++k)
    sum += to_rational(section.sum->weights[k]) * place[k];
  return sum;
}

std::vector<Rational> read_list(const std::string& text) {
  std::vector<Rational> list;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    list.push_back(read_option("--position", [&] {
      const Rational one = parse_rational(text.substr(at, comma - at));
      if (abs(one) > to_rational(kLargestPosition)) throw Error(text + " is beyond ±2^63");
      return one;
    }));
    at = comma + 1;
  }
  return list;
}

/// The coordinates that the text of a position gives: one number for each axis, or a row of the
/// grid.
std::vector<Rational> read_place(const Axial& e, const std::string& text) {
  const auto axes = axes_of(e);
  std::vector<Rational> list = read_list(text);
  const bool says_row = list.size() == 1 && has_grid(e);
  if (list.size() == axes.size() && !says_row) return list;
  if (!says_row)
    throw Error(fmt::format("--position {} is not {} numbers, one an axis, nor a row of a grid",
                            text, axes.size()));
  const std::uint64_t rows = rows_of(e.grid);
  if (!is_integer(list[0]) || list[0] < 0 || list[0] >= Rational(rows))
    throw Error(fmt::format("--position {} is not one of the rows 0 ... {}", text, rows - 1));
  const auto row = static_cast<std::uint64_t>(numerator(list[0]));
  list.clear();
  for (const Axis axis : axes) list.push_back(to_rational(indices(e, axis)[row]));
  return list;
}

}  // namespace

std::optional<std::vector<Positions>> coordinates(const Axial& e, const Rows& rows) {
  const std::vector<Axis> axes = axes_of(e);
  const bool one = axes.size() == 1 && !of_text(e);
  if (one && !rows.range.empty() && !rows.plain && rows.positions_file.empty())
    return std::vector{read_option("--positions", [&] { return Positions::parse(rows.range); })};
  if (one && rows.plain)
    throw Error("encoding '" + e.program +
                "' has one coordinate: say it by --positions or --positions-file");
  if ((rows.plain || !rows.range.empty()) && (!of_text(e) || has_grid(e)))
    throw Error("encoding '" + e.program + "' has " + std::to_string(axes.size()) +
                " coordinates: say them by --height and --width, or --positions-file");
  if (!rows.positions_file.empty()) {
    if (counts_half_frames(e, axes.front()) && !e.start.empty() && e.start.front() != 0)
      throw Error("--start along time or --positions-file, which says the times itself");
    auto read = read_coordinates(rows.positions_file, axes.size());
    if (read.size() == axes.size()) return read;
    if (of_text(e)) return std::nullopt;
    throw Error(fmt::format("'{}': has one row of positions; {} has {} coordinates",
                            rows.positions_file, e.program, axes.size()));
  }
  if (of_text(e) && !has_grid(e)) return std::nullopt;
  (void)rows_of(e.grid);
  std::vector<Positions> of_grid;
  for (const Axis axis : axes) of_grid.push_back(indices(e, axis));
  return of_grid;
}

Encoding plain(const Axial& e, Part part) {
  if (!of_text(e)) {
    (void)width(e, part);
    throw Error("encoding '" + e.program +
                "' has several coordinates: verify, table and value take it");
  }
  (void)sections(e, Part::table);
  return e.along;
}

AxialPlace find_place(const Axial& e, Part part, const std::string& position, std::size_t channel) {
  const std::vector<Rational> place = read_place(e, position);
  for (const Section& section : sections(e, part)) {
    const auto& columns = section.columns;
    const auto at = std::find(columns.begin(), columns.end(), channel);
    if (at == columns.end()) continue;
    Chart chart = exact::settled(section.chart);
    const Channel found = chart.channels[static_cast<std::size_t>(at - columns.begin())];
    return {std::move(chart), found, position_of(e, section, place)};
  }
  throw Error(fmt::format("--channel {} is not one of 0 ... {}", channel, width(e, part) - 1));
}

}  // namespace sextant::tool
