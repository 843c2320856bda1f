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

}  // namespace

double largest(std::span<const double> entries) {
  double found = 0;
  for (const double x : entries) found = std::max(found, std::abs(x));
  return found;
}

Source undone(const Source& source, const Alteration& alteration, const exact::Oracle& truth) {
  Source before = alteration.rows_on ? in_own_rows(source, *alteration.rows_on) : source;
  if (alteration.positions)
    before.positions = Positions::of(*alteration.positions, source.positions.parts);
  if (!alteration.sines && !alteration.cosines && !alteration.negated &&
      !alteration.quantised.any())
    return before;
  const Waves& waves = truth.waves();
  std::vector<double> steps;
  if (alteration.quantised.any()) steps = approximate_frequencies(waves);
  for (double& step : steps) step *= static_cast<double>(waves.scale);
  before.read_elements = nullptr;
  before.read = [read = before.read, columns = source.columns, positions = before.positions,
                 format = source.format, alteration, steps,
                 origin = static_cast<double>(waves.origin),
                 amplitude = std::abs(approximate(waves.amplitude)),
                 &truth](std::uint64_t first, std::uint64_t count, std::span<double> values) {
    read(first, count, values);
    const auto& channels = truth.chart().channels;
    for (std::uint64_t row = first; row < first + count; ++row) {
      const Position p = positions[row];
      const auto held = values.subspan((row - first) * columns, columns);
      const Quantisation& by = alteration.quantised;
      std::vector<double> sizes;  // of the blocks
      for (std::size_t j = 0; by.levels > 0 && j < columns; j += by.block)
        sizes.push_back(largest(held.subspan(j, by.block)));
      for (std::size_t j = 0; j < columns; ++j) {
        double& x = held[j];
        const Channel& c = channels[j];
        const bool negated = (c.function == Function::sine && alteration.sines) ||
                             (c.function == Function::cosine && alteration.cosines);
        if (negated != (alteration.negated && (*alteration.negated)[j])) x = -x;
        if (!by.any()) continue;
        const double want = exact::near(truth.ball(p, c)).high;
        const double angle =
            (static_cast<double>(p) + origin) * steps[static_cast<std::size_t>(c.pair)];
        // Error that the entries may have had before quantisation.
        //                                                                          verdict.md, (13)
        const double rounded = amplitude * allowance(format, alteration.compute, angle).value_or(0);
        const double step = by.levels > 0 ? sizes[j / by.block] / by.levels : by.step;
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
