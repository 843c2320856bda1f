#include "sextant/verify/candidate/alteration.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "sextant/exact/oracle.hpp"
#include "sextant/number/round.hpp"
#include "sextant/verify/observation/approximate.hpp"
#include "sextant/verify/observation/approximate_reference.hpp"

namespace sextant::verify {

namespace {

constexpr double kOfDoubles = 0x1p-40;  // more than the relative error of an angle in doubles

/// Returns the source with each column shifted back into its own rows.
Source in_own_rows(const Source& source, const std::vector<int>& rows_on) {
  Source own = source;
  own.read_elements = nullptr;
  own.read = [source, rows_on,
              reach = static_cast<std::uint64_t>(
                  std::abs(*std::max_element(rows_on.begin(), rows_on.end(), [](int a, int b) {
                    return std::abs(a) < std::abs(b);
                  })))](std::uint64_t first, std::uint64_t count, std::span<double> values) {
    const std::uint64_t from = first - std::min(first, reach);
    const std::uint64_t to = std::min(source.rows, first + count + reach);
    std::vector<double> read((to - from) * source.columns);
    source.read(from, to - from, read);
    for (std::size_t k = 0; k < values.size(); ++k) {
      const std::size_t j = k % source.columns;
      const auto row = static_cast<std::int64_t>(first + k / source.columns) - rows_on[j];
      const bool held = row >= 0 && row < static_cast<std::int64_t>(source.rows);
      values[k] =
          held ? read[(static_cast<std::uint64_t>(row) - from) * source.columns + j] : std::nan("");
    }
  };
  return own;
}

/// Reads rows of the buffer from which a table was read, of at most about 2²² entries at once.
void read_buffer(const Source& source, const RowPlaces& places, std::uint64_t first,
                 std::uint64_t count, std::span<double> values) {
  constexpr std::uint64_t kMostRead = std::uint64_t{1} << 22;
  const std::uint64_t stride = places.stride, length = places.length;
  const std::uint64_t begin = first * length, reach = source.columns / stride + 1;
  const std::uint64_t from = begin / stride - std::min(begin / stride, reach);
  const std::uint64_t to = std::min(source.rows, (begin + count * length) / stride + 1);
  if (count > 1 && to > from && (to - from) * source.columns > kMostRead) {
    const std::uint64_t half = count / 2;
    read_buffer(source, places, first, half, values.first(half * source.columns));
    read_buffer(source, places, first + half, count - half, values.subspan(half * source.columns));
    return;
  }
  std::vector<double> read((std::max(to, from) - from) * source.columns);
  if (from < to) source.read(from, to - from, read);
  for (std::size_t k = 0; k < values.size(); ++k) {
    const std::uint64_t place = (first + k / source.columns) * length + k % source.columns;
    values[k] = std::nan("");
    std::uint64_t row = from;
    if (place >= source.columns) row = std::max(row, (place - source.columns) / stride + 1);
    for (; row < to && row * stride <= place; ++row) {
      const double x = read[(row - from) * source.columns + (place - row * stride)];
      if (std::isnan(x)) continue;
      values[k] = std::isnan(values[k]) || values[k] == x ? x : std::ldexp(1.0, source.format.emax);
    }
  }
}

/// Returns the rows of the buffer from which a table was read.  An entry that the table lacks is
/// NaN; one that it holds twice, and differently, is too large for any table.
Source in_buffer(const Source& source, const RowPlaces& places) {
  Source own = source;
  own.rows = ((source.rows - 1) * places.stride + source.columns - 1) / places.length + 1;
  own.positions.count = own.rows;
  own.read_elements = nullptr;
  own.read = [source, places](std::uint64_t first, std::uint64_t count, std::span<double> values) {
    read_buffer(source, places, first, count, values);
  };
  return own;
}

}  // namespace

double largest(std::span<const double> entries) {
  double found = 0;
  for (const double x : entries) found = std::max(found, std::abs(x));
  return found;
}

Source undone(const Source& source, const Alteration& alteration, const exact::Oracle& truth) {
  Source before = alteration.rows_on ? in_own_rows(source, *alteration.rows_on) : source;
  if (alteration.places.any()) before = in_buffer(before, alteration.places);
  if (alteration.positions)
    before.positions = Positions::of(*alteration.positions, source.positions.parts);
  if (!alteration.signs() && !alteration.negated && !alteration.quantised.any()) return before;
  const Waves& waves = truth.waves();
  std::vector<double> steps = approximate_frequencies(waves);
  for (double& step : steps) step *= static_cast<double>(waves.scale);
  before.read_elements = nullptr;
  before.read = [read = before.read, columns = source.columns, positions = before.positions,
                 format = source.format, alteration, steps,
                 origin = static_cast<double>(waves.origin),
                 amplitude = std::abs(approximate(waves.amplitude)),
                 positive = approximate(waves.amplitude) < 0 ? -1 : 1, &truth,
                 &waves](std::uint64_t first, std::uint64_t count, std::span<double> values) {
    read(first, count, values);
    const auto& channels = truth.chart().channels;
    for (std::uint64_t row = first; row < first + count; ++row) {
      const Position p = positions[row];
      const auto held = values.subspan((row - first) * columns, columns);
      const Quantisation& by = alteration.quantised;
      std::vector<double> sizes;  // of the blocks
      for (std::size_t j = 0; by.block > 0 && j < columns; j += by.block)
        sizes.push_back(largest(held.subspan(j, by.block)));
      for (std::size_t j = 0; j < columns; ++j) {
        double& x = held[j];
        const Channel& c = channels[j];
        const SignChange sign = c.function == Function::sine     ? alteration.sines
                                : c.function == Function::cosine ? alteration.cosines
                                                                 : SignChange::kept;
        const double angle = is_wave(c.function) ? (static_cast<double>(p) + origin) *
                                                       steps[static_cast<std::size_t>(c.pair)]
                                                 : 0;
        const auto exactly = [&] { return exact::near(truth.ball(p, c)).high; };
        const auto is_negative = [&] {
          const double turned = angle + static_cast<double>(waves.phase(c.pair));
          const double wave = c.function == Function::sine ? std::sin(turned) : std::cos(turned);
          return (std::abs(wave) > kOfDoubles * (1 + std::abs(angle)) ? wave * positive
                                                                      : exactly()) < 0;
        };
        const bool negated =
            sign == SignChange::reversed || (sign == SignChange::lost && is_negative());
        if (negated != (alteration.negated && (*alteration.negated)[j])) x = -x;
        if (!by.any()) continue;
        const double want = exactly();
        // Error that the entries may have had before quantisation.
        //                                                                          verdict.md, (13)
        const double rounded = amplitude * allowance(format, alteration.compute, angle).value_or(0);
        const double step = by.columns      ? (*by.columns)[j] / by.levels
                            : by.levels > 0 ? sizes[j / by.block] / by.levels
                                            : by.step;
        // An entry must be a multiple, as storage rounds it, of a step that the wave allows.
        const double off = std::ldexp(std::max(std::abs(x), step), 1 - format.precision);
        if (!(std::abs(x - std::nearbyint(x / step) * step) <= off) ||
            by.levels * step > amplitude + step)
          continue;
        const double scale = by.levels > 0 ? 0x1p-11 * std::abs(x) : 0;  // a step in float16
        const double within = step * ((by.toward_zero ? 1 : 0.5) + 0x1p-20) + scale + rounded;
        const bool beyond = (x >= by.most && want > x) || (x <= by.least && want < x);
        const bool toward = !by.toward_zero || std::abs(x) <= std::abs(want) + rounded;
        if (beyond || (std::abs(x - want) <= within && toward)) x = round_to(format, want);
      }
    }
  };
  return before;
}

}  // namespace sextant::verify
