#include "sextant/encoding/wave/axial_grid.hpp"

#include <algorithm>

#include "sextant/encoding/real/error.hpp"

namespace sextant {
namespace {

constexpr std::uint64_t kMostRows = std::uint64_t{1} << 31;

int size_along(const Grid& grid, Axis axis) {
  return axis == Axis::time ? grid.frames : axis == Axis::height ? grid.height : grid.width;
}

void expect_size(const Grid& grid, Axis axis) {
  const int size = size_along(grid, axis);
  const std::string field = axis == Axis::time ? "--frames" : "--" + std::string(name(axis));
  if (size == 0) throw Error(field + " is missing: the grid's");
  if (size < 1) throw Error(field + " " + std::to_string(size) + " is not a size: 1 or more");
}

/// What coordinates along an axis are divided by.
Rational divisor(const Axial& e, Axis axis) {
  const Grid& g = e.grid;
  if (e.normalise == Normalise::separate) expect_size(g, axis);
  if (e.normalise == Normalise::separate) return size_along(g, axis);
  expect_size(g, Axis::height);
  expect_size(g, Axis::width);
  return e.normalise == Normalise::longest ? std::max(g.height, g.width)
                                           : std::min(g.height, g.width);
}

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
  return axis == Axis::time ? "time" : axis == Axis::height ? "height" : "width";
}

char letter(Axis axis) { return name(axis).front(); }

std::uint64_t rows_of(const Grid& g) {
  for (const Axis axis : {Axis::time, Axis::height, Axis::width}) expect_size(g, axis);
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
    list.push_back(axis == Axis::time ? token / frame : axis == Axis::height ? at.line : at.column);
  }
  return Positions::of(std::move(list));
}

Encoding located(const Axial& e, Axis axis, Encoding own) {
  if (e.coordinate == Coordinate::index) return own;
  const Rational size = divisor(e, axis);
  Rational origin = 0;
  Rational scale = 1;
  switch (e.coordinate) {
    case Coordinate::relative:
      if (e.interpolation <= 0 || e.reference <= 0)
        throw Error("--reference and --interpolation must be positive");
      scale = e.reference / (size * e.interpolation);
      break;
    case Coordinate::centred:
      origin = (1 - size) / 2;
      scale = 2 / size;
      break;
    default:
      origin = 1;
      scale = 1 / Rational(size + Rational(1, 1000000));
  }
  std::visit(
      [&](auto& one) {
        if constexpr (requires { one.origin; }) {
          one.origin += origin;
          one.scale *= scale;
        }
      },
      own);
  return own;
}

void turn(const Axial& e, Waves& waves) {
  if (e.coordinate != Coordinate::centred && e.coordinate != Coordinate::from_one) return;
  for (Frequency& f : waves.frequencies) {
    f.coefficient *= 2;
    f.pi_power += 1;
  }
}

}  // namespace sextant
