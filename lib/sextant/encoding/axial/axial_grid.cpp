#include "sextant/encoding/axial/axial_grid.hpp"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "sextant/encoding/real/error.hpp"

namespace sextant {
namespace {

constexpr std::uint64_t kMostRows = std::uint64_t{1} << 31;

/// A token's place in its frame.
struct Place {
  std::uint64_t line = 0, column = 0;
};

Place place(const Grid& g, std::uint64_t token) {
  const auto height = static_cast<std::uint64_t>(g.height);
  const auto width = static_cast<std::uint64_t>(g.width);
  const auto merge = static_cast<std::uint64_t>(g.merge);
  if (g.down) return {token % height, token / height};
  const std::uint64_t square = token / (merge * merge);
  const std::uint64_t within = token % (merge * merge);
  const std::uint64_t squares = width / merge;
  return {square / squares * merge + within / merge, square % squares * merge + within % merge};
}

}  // namespace

std::string_view name(Axis axis) {
  constexpr std::array<std::string_view, 7> names = {"time", "height", "width", "length",
                                                     "x",    "y",      "z"};
  return names.at(static_cast<std::size_t>(axis));
}

char letter(Axis axis) { return name(axis).front(); }

int size_of(const Grid& grid, Axis axis) {
  if (axis == Axis::length) return 1;
  const bool frames = axis == Axis::time || axis == Axis::z;
  const bool height = axis == Axis::height || axis == Axis::y;
  const int size = frames ? grid.frames : height ? grid.height : grid.width;
  const std::string field = frames ? "--frames" : height ? "--height" : "--width";
  if (size == 0) throw Error(field + " is missing: the number of tokens along this axis");
  if (size < 1) throw Error(field + " " + std::to_string(size) + " is not 1 or more");
  return size;
}

std::uint64_t rows_of(const Grid& g) {
  for (const Axis axis : {Axis::time, Axis::height, Axis::width}) (void)size_of(g, axis);
  if (g.merge < 1) throw Error("--merge " + std::to_string(g.merge) + " is not 1 or more");
  if (g.height % g.merge != 0 || g.width % g.merge != 0)
    throw Error("--merge " + std::to_string(g.merge) + " does not divide a grid of " +
                std::to_string(g.height) + " x " + std::to_string(g.width));
  if (g.prefix < 0) throw Error("--prefix " + std::to_string(g.prefix) + " is negative");
  std::uint64_t rows = 1;
  for (const int size : {g.frames, g.height, g.width}) {
    rows *= static_cast<std::uint64_t>(size);  // at most 2⁶⁰: sizes are at most 2²⁰
    if (rows > kMostRows) throw Error("a grid of more than 2^31 rows is refused");
  }
  return rows + static_cast<std::uint64_t>(g.prefix);
}

Positions indices(const Grid& grid, Axis axis) {
  const std::uint64_t rows = rows_of(grid);
  const std::uint64_t frame =
      static_cast<std::uint64_t>(grid.height) * static_cast<std::uint64_t>(grid.width);
  std::vector<Position> list(static_cast<std::size_t>(grid.prefix), kPrefix);
  list.reserve(rows);
  for (std::uint64_t token = 0; list.size() < rows; ++token) {
    const Place at = place(grid, token % frame);
    const std::uint64_t time = token / frame;
    const std::array<std::uint64_t, 7> coordinates = {time,      at.line, at.column, 0,
                                                      at.column, at.line, time};
    list.push_back(static_cast<Position>(coordinates.at(static_cast<std::size_t>(axis))));
  }
  return Positions::of(std::move(list));
}

}  // namespace sextant
