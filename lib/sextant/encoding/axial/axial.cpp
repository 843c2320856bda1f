#include "sextant/encoding/axial/axial.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

#include "sextant/encoding/real/error.hpp"

namespace sextant {
namespace {

/// The sinusoids whose frequencies are a matrix.  Throws Error if the law is not `given`, if dim is
/// odd, or if an option has no meaning for them.
const Sinusoidal& sums_of_axes(const Axial& e) {
  const auto* along = std::get_if<Sinusoidal>(&e.along);
  if (along == nullptr || along->law != Law::given || along->dim % 2 != 0 || along->dim < 2)
    throw Error("encoding '" + e.program + "' needs " +
                (along == nullptr || along->law != Law::given ? "--law given" : "an even --dim"));
  const std::string lines = std::to_string(e.axes.size());
  const std::string pairs = std::to_string(along->dim / 2);
  if (along->frequencies.empty())
    throw Error("--frequencies is missing: encoding '" + e.program + "' takes a matrix of " +
                lines + " x " + pairs + " numbers, as in a file G.npy");
  if (along->frequencies.size() != e.axes.size() * static_cast<std::size_t>(along->dim / 2))
    throw Error("--frequencies has " + std::to_string(along->frequencies.size()) +
                " numbers, but a row of " + std::to_string(along->dim) +
                " channels needs a matrix of " + lines + " x " + pairs);
  if (!e.sections.empty() || !e.bases.empty() || !e.ntk.empty() || e.spread != Spread::row ||
      e.grid.prefix > 0)
    throw Error("encoding '" + e.program +
                "' has no --sections, --bases, --ntk or --prefix, and no --spread but row: its "
                "pairs turn by all axes");
  return *along;
}

/// The number of pairs of each axis.
std::vector<int> counts(const Axial& e) {
  const int pairs = dim(e.along) / 2;
  const auto axes = static_cast<int>(e.axes.size());
  if (e.split == Split::combined) {
    (void)sums_of_axes(e);
    return std::vector<int>(e.axes.size(), pairs);
  }
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

/// The axis of each pair for last_apart.  Throws Error if the axes that take turns have different
/// numbers of pairs.
std::vector<std::size_t> axes_with_last_apart(const Axial& e, const std::vector<int>& sizes) {
  const std::size_t turning = sizes.size() - 1;
  std::vector<std::size_t> axes;
  for (std::size_t k = 0; k < turning; ++k) {
    if (sizes[k] != sizes[0])
      throw Error("encoding '" + e.program + "' deals pairs to all axes but the last in turn: " +
                  "--sections must give these axes as many pairs");
  }
  for (int j = 0; j < sizes[0] * static_cast<int>(turning); ++j)
    axes.push_back(static_cast<std::size_t>(j) % turning);
  axes.insert(axes.end(), static_cast<std::size_t>(sizes[turning]), turning);
  return axes;
}

/// The axis of each pair for in_proportion.
std::vector<std::size_t> axes_in_proportion(std::vector<int> counts) {
  const bool first_ends = counts.size() == 3;
  if (first_ends) --counts[0];
  const int total = std::accumulate(counts.begin(), counts.end(), 0);
  std::vector<int> placed(counts.size(), 0);
  std::vector<std::size_t> axes;
  for (int j = 0; j < total; ++j) {
    std::optional<std::size_t> best;
    const auto propose = [&](std::size_t k) {
      if (placed[k] < counts[k] && (!best || std::int64_t{placed[k]} * counts[*best] <
                                                 std::int64_t{placed[*best]} * counts[k]))
        best = k;
    };
    for (std::size_t k = 0; k < counts.size(); ++k)
      if (axes.empty() || k != axes.back()) propose(k);
    if (!best) propose(axes.back());  // only its pairs are left
    ++placed[*best];
    axes.push_back(*best);
  }
  if (first_ends) axes.push_back(0);
  return axes;
}

/// The pairs for in_turn.
std::vector<Home> homes_in_turn(const Axial& e, const std::vector<int>& sizes) {
  std::vector<Home> found;
  for (std::size_t k = 0; k < sizes.size(); ++k)
    for (int i = 0; e.axes[k] == Axis::length && i < sizes[k]; ++i) found.push_back({k, i});
  for (int i = 0; 2 * found.size() < static_cast<std::size_t>(dim(e.along)); ++i) {
    for (std::size_t k = 0; k < sizes.size(); ++k)
      if (e.axes[k] != Axis::length && i < sizes[k]) found.push_back({k, i});
  }
  return found;
}

std::vector<Home> homes(const Axial& e) {
  const std::vector<int> sizes = counts(e);
  const auto axes = static_cast<int>(sizes.size());
  if (e.split == Split::combined) {
    std::vector<Home> found;
    for (std::size_t pair = 0; pair < static_cast<std::size_t>(sizes[0]); ++pair)
      found.push_back({pair, 0});
    return found;
  }
  if (e.split == Split::in_turn) return homes_in_turn(e, sizes);
  std::vector<Home> found;
  if (e.split == Split::last_apart || e.split == Split::in_proportion) {
    for (const std::size_t k :
         e.split == Split::last_apart ? axes_with_last_apart(e, sizes) : axes_in_proportion(sizes))
      found.push_back({k, static_cast<int>(found.size())});
    return found;
  }
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
      found.push_back({k, e.split == Split::chunked   ? row_pair
                          : e.split == Split::strided ? strided
                                                      : i});
    }
  }
  return found;
}

/// The number of pairs of each part of a row that has a layout of its own.
std::vector<int> parts_of_layout(const Axial& e, const std::vector<int>& sizes) {
  if (e.spread == Spread::blocks) return sizes;
  if (e.spread == Spread::row) return {dim(e.along) / 2};
  const auto equal = [&](int pairs) { return pairs == sizes[0]; };
  if (e.split != Split::in_turn || !std::all_of(sizes.begin(), sizes.end(), equal))
    throw Error("--spread bands needs axes that take turns, each with as many pairs");
  return std::vector<int>(static_cast<std::size_t>(sizes[0]), static_cast<int>(sizes.size()));
}

/// The columns of a row of sinusoids.  The pair of a column that holds a coordinate itself is the
/// place of its axis in the row.
std::vector<Channel> columns_of_sinusoids(const Axial& e, const std::vector<int>& sizes) {
  const auto& along = std::get<Sinusoidal>(e.along);
  const bool blocks = e.spread == Spread::blocks;
  const auto axes = static_cast<int>(sizes.size());
  const std::vector<int> parts = parts_of_layout(e, sizes);
  const auto last = static_cast<int>(parts.size()) - 1;
  std::vector<Channel> columns;
  const auto coordinates = [&](int part) {
    for (int k = blocks ? part : 0; k < (blocks ? part + 1 : axes); ++k)
      columns.push_back({Function::coordinate, k});
  };
  int before = 0;
  for (int part = 0; part <= last; ++part) {
    const int pairs = parts[static_cast<std::size_t>(part)];
    if (e.raw == Raw::first && (blocks || part == 0)) coordinates(part);
    for (Channel c : lay_out(2 * pairs, along.layout, along.order, Odd::error)) {
      c.pair += before;
      columns.push_back(c);
    }
    if (e.raw == Raw::last && (blocks || part == last)) coordinates(part);
    before += pairs;
  }
  return columns;
}

std::vector<Channel> columns_of(const Axial& e, Part part) {
  if (const auto* rotary = std::get_if<Rotary>(&e.along)) {
    if (of_waves(part))
      return chart(Rotary{.dim = rotary->dim, .layout = rotary->layout}, part).channels;
  } else if (part == Part::table) {
    return columns_of_sinusoids(e, counts(e));
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

/// The encoding of an axis with frequencies of its own.  A single pair has the frequency 1 by law
/// half-minus-shift, too.
Encoding of_own(const Encoding& along, int dim) {
  Encoding own = with_dim(along, dim);
  std::visit(
      [dim](auto& e) {
        if constexpr (requires { e.law; }) {
          if (dim == 2 && e.law == Law::half_minus_shift) e.law = Law::d;
        }
      },
      own);
  return own;
}

/// Whether the frequencies of an axis depend on its own number of pairs alone.
bool has_own_frequencies(const Axial& e) {
  return e.split == Split::own || e.split == Split::in_turn;
}

Coordinate coordinate_along(const Axial& e, Axis axis) {
  const bool of_image = axis == Axis::height || axis == Axis::width || of_point(axis);
  const bool of_film = axis == Axis::time && (e.coordinate == Coordinate::doubled ||
                                              e.coordinate == Coordinate::midpoint ||
                                              e.coordinate == Coordinate::spanning);
  return of_image || of_film ? e.coordinate : Coordinate::index;
}

/// The divisor of coordinates along an axis.
Rational divisor(const Axial& e, Axis axis) {
  if (e.normalise == Normalise::separate) return size_of(e.grid, axis);
  const int height = size_of(e.grid, Axis::height);
  const int width = size_of(e.grid, Axis::width);
  return e.normalise == Normalise::longest ? std::max(height, width) : std::min(height, width);
}

/// The number of a list that belongs to an axis, or `usual` if the list is empty.  Throws Error if
/// the list does not have one number for each axis.
template <class T>
T of_axis(const Axial& e, const std::vector<T>& list, std::string_view field, Axis axis, T usual) {
  if (list.empty()) return usual;
  const std::vector<Axis> axes = axes_of(e);
  if (list.size() != axes.size())
    throw Error("--" + std::string(field) + " takes a number for each of the " +
                std::to_string(axes.size()) + " axes");
  return list[place_of(e, axis)];
}

using Operation = CoordinateStep::Operation;

/// The step that computes coordinates on a line between the edges of a crop.  Throws Error if the
/// crop is wrong.
CoordinateStep line(const Axial& e, Axis axis) {
  const int size = size_of(e.grid, axis);
  const bool across = axis == Axis::width;
  if (!e.crop.empty() && e.crop.size() != 4)
    throw Error("--crop takes four numbers: top, left, bottom, right");
  const int from = e.crop.empty() ? 0 : e.crop[across ? 1 : 0];
  const int to = e.crop.empty() ? size : e.crop[across ? 3 : 2];
  if (from < 0) throw Error("--crop takes edges inside a grid: none is negative");
  if (from >= to)
    throw Error("--crop takes top, left, bottom, right, with top < bottom and left < right");
  const Rational last = Rational(to) * Rational(size - 1) / Rational(size);
  if (size > 1 && last == Rational(from))
    throw Error("--crop gives all tokens along an axis the same coordinate");
  if (size == 1) return {Operation::add, Rational(from)};
  return {.operation = Operation::line, .first = Rational(from), .last = last, .count = size};
}

/// The steps by which programs compute the coordinate from the index, if the grid begins at index
/// 0. Empty if the coordinate is the index.  Throws Error if an option is not positive.
CoordinateSteps steps_of(const Axial& e, Axis axis) {
  CoordinateSteps found;
  const auto then = [&](Operation operation, const Rational& number, int pi_power = 0) {
    found.steps.push_back({operation, number, pi_power});
  };
  const Rational scale = of_axis<Rational>(e, e.scales, "scales", axis, 1);
  if (scale <= 0) throw Error("--scales must be positive");
  const bool means = counts_half_frames(e, axis);
  if (means)
    then(Operation::divide, 2);
  else if (coordinate_along(e, axis) == Coordinate::midpoint)
    then(Operation::add, Rational(1, 2));
  if (scale != 1) {
    // A program may use other terms than the lowest, and round its product.  axial.md, §The steps
    const Integer& factor = numerator(scale);
    const bool power_of_two = (factor & (factor - 1)) == 0;
    const Rational terms = power_of_two ? 3 : 1;
    then(Operation::divide, Rational(denominator(scale)) * terms);
    then(Operation::multiply, Rational(factor) * terms);
    if (means && !power_of_two) {  // no binary format holds the rate
      then(Operation::multiply, 3);
      then(Operation::divide, 3);
    }
  }
  const Rational divisor_of_axis = of_axis<Rational>(e, e.divisors, "divisors", axis, 1);
  if (divisor_of_axis <= 0) throw Error("--divisors must be positive");
  if (divisor_of_axis != 1) then(Operation::divide, divisor_of_axis);
  const Rational offset = of_axis<Rational>(e, e.offsets, "offsets", axis, 0);
  if (offset != 0) then(Operation::add, offset);
  switch (coordinate_along(e, axis)) {
    case Coordinate::index:
    case Coordinate::middle:
      break;
    case Coordinate::relative: {
      if (e.interpolation <= 0 || e.reference <= 0)
        throw Error("--reference and --interpolation must be positive");
      // diffusers divides by ⟦n/r⟧ in float32, and computes angles in float64; EVA divides by n.
      found.in_float32 = std::holds_alternative<Sinusoidal>(e.along);
      const Rational size = divisor(e, axis);
      then(Operation::divide, found.in_float32 ? Rational(size / e.reference) : size);
      if (!found.in_float32) then(Operation::multiply, e.reference);
      if (e.interpolation != 1) then(Operation::divide, e.interpolation);
      break;
    }
    case Coordinate::centred:
      then(Operation::add, Rational(1, 2));
      then(Operation::divide, divisor(e, axis));
      then(Operation::multiply, 2);
      then(Operation::add, -1);
      break;
    case Coordinate::from_one:
      then(Operation::add, 1);
      then(Operation::divide, divisor(e, axis) + Rational(1, 1000000));
      break;
    case Coordinate::cropped:
      found.steps.push_back(line(e, axis));
      break;
    case Coordinate::doubled:
    case Coordinate::midpoint:
      then(Operation::multiply, 2);
      then(Operation::add, -1);
      break;
    case Coordinate::spanning: {
      const int size = size_of(e.grid, axis);
      if (e.range.size() != 2 || e.range[0] == e.range[1])
        throw Error("--range takes two different numbers: the first and the last coordinate");
      if (size == 1) throw Error("an axis of one token has no first and last coordinate");
      found.steps.push_back(
          {.operation = Operation::line, .first = e.range[0], .last = e.range[1], .count = size});
    }
  }
  return found;
}

/// Appends the step from a coordinate to radians.
void to_radians(const Axial& e, Axis axis, CoordinateSteps& steps) {
  if (e.unit == AngleUnit::radians || coordinate_along(e, axis) != e.coordinate) return;
  const Rational half_turns = e.unit == AngleUnit::quarter_turns ? Rational(1, 2)
                              : e.unit == AngleUnit::half_turns  ? 1
                                                                 : 2;
  steps.steps.push_back({Operation::multiply, half_turns, 1});
}

/// The encoding of an axis with the base of this axis.
Encoding with_base(const Axial& e, Axis axis, Encoding own) {
  if (e.bases.empty()) return own;
  if (!has_own_frequencies(e))
    throw Error("encoding '" + e.program + "' has no --bases: its axes share their frequencies");
  std::visit(
      [&](auto& one) {
        if constexpr (requires { one.base; })
          one.base = of_axis<Rational>(e, e.bases, "bases", axis, one.base);
      },
      own);
  return own;
}

/// The encoding of an axis with the NTK scaling of this axis.
Encoding with_ntk(const Axial& e, Axis axis, Encoding own) {
  const Rational factor = of_axis<Rational>(e, e.ntk, "ntk", axis, 1);
  if (factor <= 0) throw Error("--ntk takes positive factors");
  if (factor == 1 || dim(own) == 2) return own;  // the frequency of a single pair is 1
  auto* rotary = std::get_if<Rotary>(&own);
  if (rotary == nullptr || (e.split != Split::own && e.split != Split::repeated))
    throw Error("encoding '" + e.program + "' has no --ntk: its axes have no bases of their own");
  if (rotary->context.scaling != Scaling::none)
    throw Error("--ntk and --scaling exclude each other: --ntk already scales each axis");
  rotary->context.scaling = Scaling::ntk;
  rotary->context.factor = factor;
  return own;
}

/// A section of an axis without columns, of `own` encoding.  Its `origin` and `scale` include the
/// coordinate, except for factors of π.  Throws Error if that needs a size of the grid that is
/// missing.
Section section_of(const Axial& e, Axis axis, Encoding own, CoordinateSteps coordinate) {
  Rational first = of_axis(e, e.start, "start", axis, 0);
  if (counts_half_frames(e, axis)) first = 0;  // indices() begins at the first frame
  if (coordinate_along(e, axis) == Coordinate::middle) first -= (size_of(e.grid, axis) + 1) / 2;
  Section section{
      .axis = axis, .encoding = with_ntk(e, axis, std::move(own)), .chart = {}, .columns = {}};
  std::visit(
      [&](auto& one) {
        if constexpr (requires { one.origin, one.scale; }) {
          first += one.origin;
          const AffineMap map = map_of(coordinate, 1);
          const Rational scale = one.scale;
          one.origin = first + map.offset / map.factor;
          one.scale = scale * map.factor;
          if (coordinate.empty()) return;
          if (first != 0)
            coordinate.steps.insert(coordinate.steps.begin(), {Operation::add, first});
          if (scale != 1) coordinate.steps.push_back({Operation::multiply, scale});
        }
      },
      section.encoding);
  section.chart = chart(section.encoding);
  section.chart.channels.clear();
  Waves& waves = section.chart.waves;
  for (const CoordinateStep& step : coordinate.steps) {
    for (Frequency& f : waves.frequencies) f.pi_power += step.pi_power;
  }
  waves.coordinate = std::move(coordinate);
  return section;
}

/// The sections of pairs that turn by all axes, without columns.  Indices may be one beyond those
/// of the grid.
std::vector<Section> combined_sections(const Axial& e) {
  const Sinusoidal& along = sums_of_axes(e);
  const auto pairs = static_cast<std::size_t>(along.dim / 2);
  std::vector<CombinedTerm> terms;
  for (const Axis axis : axes_of(e)) {
    CombinedTerm term{
        .number = 0, .coordinate = steps_of(e, axis), .first = -1, .last = size_of(e.grid, axis)};
    const Rational first = of_axis(e, e.start, "start", axis, 0) + along.origin;
    if (first != 0)
      term.coordinate.steps.insert(term.coordinate.steps.begin(), {Operation::add, first});
    terms.push_back(std::move(term));
  }
  Sinusoidal own = along;
  own.dim = 2;
  own.frequencies = {1};
  std::vector<Section> found;
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    for (std::size_t line = 0; line < e.axes.size(); ++line)
      terms[place_of(e, e.axes[line])].number = along.frequencies[line * pairs + pair];
    CombinedAxes sum = combined(terms, "pair " + std::to_string(pair));
    CoordinateSteps steps;
    steps.steps = {{.operation = Operation::sum, .number = sum.unit, .error = sum.error}};
    to_radians(e, e.axes.front(), steps);
    if (along.scale != 1) steps.steps.push_back({Operation::multiply, along.scale});
    own.origin = 0;
    own.scale = map_of(steps, 1).factor;
    Section section{.axis = e.axes.front(),
                    .encoding = own,
                    .chart = chart(own),
                    .columns = {},
                    .sum = std::move(sum)};
    section.chart.channels.clear();
    for (const CoordinateStep& step : steps.steps)
      section.chart.waves.frequencies.front().pi_power += step.pi_power;
    section.chart.waves.coordinate = std::move(steps);
    found.push_back(std::move(section));
  }
  return found;
}

/// The section of the column that holds the coordinate of an axis itself.
Section raw_section(const Axial& e, Axis axis) {
  Sinusoidal own{.dim = 2};
  own.origin = std::get<Sinusoidal>(e.along).origin;
  Section section = section_of(e, axis, own, steps_of(e, axis));
  section.chart.channels = {{Function::coordinate, 0}};
  if (e.grid.prefix > 0) section.chart.waves.zero_row = kPrefix;
  return section;
}

}  // namespace

std::vector<Axis> axes_of(const Axial& e) {
  std::vector<Axis> axes = e.axes;
  std::sort(axes.begin(), axes.end());
  return axes;
}

std::size_t place_of(const Axial& e, Axis axis) {
  const std::vector<Axis> axes = axes_of(e);
  return static_cast<std::size_t>(std::find(axes.begin(), axes.end(), axis) - axes.begin());
}

bool counts_half_frames(const Axial& e, Axis axis) {
  return axis == Axis::time && e.coordinate == Coordinate::midpoint;
}

Positions indices(const Axial& e, Axis axis) {
  const Positions counted = indices(e.grid, axis);
  if (!counts_half_frames(e, axis)) return counted;
  const Position start = of_axis(e, e.start, "start", axis, 0);
  if (start < 0) throw Error("--start along time is 0 or more in encoding '" + e.program + "'");
  std::vector<Position> list;
  list.reserve(counted.count);
  for (std::uint64_t row = 0; row < counted.count; ++row) {
    const Position index = counted[row] + start;
    list.push_back(index == 0 ? 1 : Position{2} * e.stride * index + 2 - e.stride);
  }
  return Positions::of(std::move(list));
}

Positions positions_of(const Axial& e, const Section& section,
                       const std::vector<Positions>& coordinates) {
  if (!section.sum) return coordinates[place_of(e, section.axis)];
  for (const Axis axis : axes_of(e)) {
    const Positions& all = coordinates[place_of(e, axis)];
    const auto parts = static_cast<Position>(all.parts);
    for (std::uint64_t row = 0; row < all.count; ++row)
      if (all[row] < -parts || all[row] > size_of(e.grid, axis) * parts)
        throw Error("coordinate " + to_text(all[row], all.parts) + " along " +
                    std::string(name(axis)) + " is not in -1 ... " +
                    std::to_string(size_of(e.grid, axis)) + ", the grid of encoding '" + e.program +
                    "'");
  }
  return sums_of(*section.sum, coordinates);
}

std::size_t width(const Axial& e, Part part) { return columns_of(e, part).size(); }

std::size_t raw_columns(const Axial& e, Part part) {
  return e.raw == Raw::none || part != Part::table ? 0 : e.axes.size();
}

std::vector<Section> sections(const Axial& e, Part part) {
  if (e.stride < 1) throw Error("--stride " + std::to_string(e.stride) + " is not 1 or more");
  const std::vector<int> sizes = counts(e);
  const std::vector<Home> home = homes(e);
  std::vector<Section> found;
  if (e.split == Split::combined) found = combined_sections(e);
  for (std::size_t k = 0; k < sizes.size() && e.split != Split::combined; ++k) {
    const Encoding own = has_own_frequencies(e) ? of_own(e.along, 2 * sizes[k]) : e.along;
    CoordinateSteps steps = steps_of(e, e.axes[k]);
    to_radians(e, e.axes[k], steps);
    Section section = section_of(e, e.axes[k], with_base(e, e.axes[k], own), std::move(steps));
    if (e.grid.prefix > 0) section.chart.waves.zero_row = kPrefix;
    found.push_back(std::move(section));
  }
  const std::vector<Channel> columns = columns_of(e, part);
  for (std::size_t column = 0; column < columns.size(); ++column) {
    if (columns[column].function == Function::coordinate) {
      Section raw = raw_section(e, e.axes[static_cast<std::size_t>(columns[column].pair)]);
      raw.columns = {column};
      found.push_back(std::move(raw));
      continue;
    }
    const Home& at = home[static_cast<std::size_t>(columns[column].pair)];
    found[at.block].columns.push_back(column);
    found[at.block].chart.channels.push_back({columns[column].function, at.pair});
  }
  return found;
}

}  // namespace sextant
