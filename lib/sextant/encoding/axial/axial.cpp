#include "sextant/encoding/axial/axial.hpp"

#include <algorithm>
#include <numeric>

#include "sextant/encoding/real/error.hpp"

namespace sextant {
namespace {

/// The number of pairs of each axis.
std::vector<int> counts(const Axial& e) {
  const int pairs = dim(e.along) / 2;
  const auto axes = static_cast<int>(e.axes.size());
  if (e.sections.empty()) {
    if (pairs == 0 || dim(e.along) % (2 * axes) != 0)
      throw Error("a row of " + std::to_string(dim(e.along)) + " channels is not " +
                  std::to_string(2 * axes) + " times a whole number: each of " +
                  std::to_string(axes) +
                  " axes needs the same number of pairs; --dim says how many channels a row has");
    return std::vector<int>(e.axes.size(), pairs / axes);
  }
  const auto sum = std::accumulate(e.sections.begin(), e.sections.end(), std::int64_t{0});
  const bool positive =
      std::all_of(e.sections.begin(), e.sections.end(), [](int n) { return n > 0; });
  if (!positive || e.sections.size() != e.axes.size())
    throw Error("--sections takes a positive number of pairs for each of the " +
                std::to_string(axes) + " axes");
  if (2 * sum != dim(e.along))
    throw Error("--sections add up to " + std::to_string(sum) + " pairs, but a row of " +
                std::to_string(dim(e.along)) + " channels has " + std::to_string(pairs) +
                ": for these sections it has " + std::to_string(2 * sum) +
                " channels, which --dim says");
  return e.sections;
}

/// The block of a pair of the row, and its pair in that block's chart.
struct Home {
  std::size_t block = 0;
  int pair = 0;
};

std::vector<Home> homes(const Axial& e) {
  const std::vector<int> sizes = counts(e);
  const auto axes = static_cast<int>(sizes.size());
  std::vector<Home> found;
  if (e.split == Split::alternating) {
    for (int j = 0; j < dim(e.along) / 2; ++j) {
      const auto k = static_cast<std::size_t>(j % axes);
      found.push_back({k > 0 && j < axes * sizes[k] ? k : 0, j});
    }
    return found;
  }
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    for (int i = 0; i < sizes[k]; ++i) {
      const auto row_pair = static_cast<int>(found.size());
      const int strided = axes * i + static_cast<int>(k);
      if (e.split == Split::strided && strided >= dim(e.along) / 2)
        throw Error("encoding '" + e.program + "' deals its frequencies to the axes in turn: " +
                    "--sections must give each axis as many pairs");
      found.push_back({k, e.split == Split::own       ? i
                          : e.split == Split::chunked ? row_pair
                                                      : strided});
    }
  }
  return found;
}

std::vector<Channel> columns_of_sinusoids(const Sinusoidal& e, Spread spread,
                                          const std::vector<int>& sizes) {
  if (spread == Spread::row) return lay_out(e.dim, e.layout, e.order, Odd::error);
  std::vector<Channel> columns;
  int before = 0;
  for (const int pairs : sizes) {
    for (Channel c : lay_out(2 * pairs, e.layout, e.order, Odd::error)) {
      c.pair += before;
      columns.push_back(c);
    }
    before += pairs;
  }
  return columns;
}

std::vector<Channel> columns_of(const Axial& e, Part part) {
  if (const auto* rotary = std::get_if<Rotary>(&e.along)) {
    if (of_waves(part))
      return chart(Rotary{.dim = rotary->dim, .layout = rotary->layout}, part).channels;
  } else if (part == Part::table) {
    return columns_of_sinusoids(std::get<Sinusoidal>(e.along), e.spread, counts(e));
  }
  throw Error("encoding '" + e.program + "' has no part '" + std::string(name(part)) +
              "' of several coordinates");
}

Encoding with_dim(Encoding encoding, int dim) {
  std::visit(
      [dim](auto& e) {
        if constexpr (requires { e.dim; }) e.dim = dim;
      },
      encoding);
  return encoding;
}

Coordinate coordinate_along(const Axial& e, Axis axis) {
  return axis == Axis::height || axis == Axis::width ? e.coordinate : Coordinate::index;
}

/// The divisor of coordinates along an axis.
Rational divisor(const Axial& e, Axis axis) {
  if (e.normalise == Normalise::separate) return size_of(e.grid, axis);
  const int height = size_of(e.grid, Axis::height);
  const int width = size_of(e.grid, Axis::width);
  return e.normalise == Normalise::longest ? std::max(height, width) : std::min(height, width);
}

/// The index of the first token along an axis.
Rational first_index(const Axial& e, Axis axis) {
  if (e.start.empty()) return 0;
  const std::vector<Axis> axes = axes_of(e);
  if (e.start.size() != axes.size())
    throw Error("--start takes a number for each of the " + std::to_string(axes.size()) + " axes");
  const auto place = std::find(axes.begin(), axes.end(), axis) - axes.begin();
  return e.start[static_cast<std::size_t>(place)];
}

/// The encoding of an axis.  Its `origin` and `scale` include the coordinate's formula, except for
/// the factor 2π.  Throws Error if that needs a size of the grid that is missing.
Encoding axis_encoding(const Axial& e, Axis axis, Encoding own) {
  Rational origin = first_index(e, axis);
  Rational scale = 1;
  const Coordinate coordinate = coordinate_along(e, axis);
  const Rational size = coordinate == Coordinate::index ? 1 : divisor(e, axis);
  switch (coordinate) {
    case Coordinate::index:
      break;
    case Coordinate::middle:
      origin -= (size_of(e.grid, axis) + 1) / 2;
      break;
    case Coordinate::relative:
      if (e.interpolation <= 0 || e.reference <= 0)
        throw Error("--reference and --interpolation must be positive");
      scale = e.reference / (size * e.interpolation);
      break;
    case Coordinate::centred:
      origin += (1 - size) / 2;
      scale = 2 / size;
      break;
    case Coordinate::from_one:
      origin += 1;
      scale = 1 / Rational(size + Rational(1, 1000000));
  }
  std::visit(
      [&](auto& one) {
        if constexpr (requires { one.origin, one.scale; }) {
          one.origin += origin;
          one.scale *= scale;
        }
      },
      own);
  return own;
}

/// Multiplies the frequencies by the factor 2π of the coordinate, if it has one.
void turn(Coordinate coordinate, Waves& waves) {
  if (coordinate != Coordinate::centred && coordinate != Coordinate::from_one) return;
  for (Frequency& f : waves.frequencies) {
    f.coefficient *= 2;
    f.pi_power += 1;
  }
}

}  // namespace

std::vector<Axis> axes_of(const Axial& e) {
  std::vector<Axis> axes = e.axes;
  std::sort(axes.begin(), axes.end());
  return axes;
}

std::size_t width(const Axial& e, Part part) { return columns_of(e, part).size(); }

std::vector<Section> sections(const Axial& e, Part part) {
  if (e.grid.prefix != 0 && std::holds_alternative<Rotary>(e.along))
    throw Error("--prefix is for tables that are added to vectors: encoding '" + e.program +
                "' rotates them");
  const std::vector<int> sizes = counts(e);
  const std::vector<Home> home = homes(e);
  std::vector<Section> found;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    const Encoding own = e.split == Split::own ? with_dim(e.along, 2 * sizes[k]) : e.along;
    Section section{.axis = e.axes[k],
                    .encoding = axis_encoding(e, e.axes[k], own),
                    .chart = {},
                    .columns = {}};
    section.chart = chart(section.encoding);
    section.chart.channels.clear();
    turn(coordinate_along(e, e.axes[k]), section.chart.waves);
    if (e.grid.prefix > 0) section.chart.waves.zero_row = kPrefix;
    found.push_back(std::move(section));
  }
  const std::vector<Channel> columns = columns_of(e, part);
  for (std::size_t column = 0; column < columns.size(); ++column) {
    const Home& at = home[static_cast<std::size_t>(columns[column].pair)];
    found[at.block].columns.push_back(column);
    found[at.block].chart.channels.push_back({columns[column].function, at.pair});
  }
  return found;
}

}  // namespace sextant
