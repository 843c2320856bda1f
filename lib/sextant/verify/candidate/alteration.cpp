#include "sextant/verify/candidate/alteration.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "sextant/exact/evaluate.hpp"
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

Source undone(const Source& source, const Alteration& alteration, const exact::Oracle& truth) {
  Source before = alteration.rows_on ? in_own_rows(source, *alteration.rows_on) : source;
  if (alteration.positions)
    before.positions = Positions::of(*alteration.positions, source.positions.parts);
  if (!alteration.sines && !alteration.cosines && alteration.quantum == 0) return before;
  const Waves& waves = truth.waves();
  std::vector<double> steps;
  if (alteration.quantum > 0) steps = approximate_frequencies(waves);
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
      const bool asked = alteration.rows == Alteration::Rows::all ||
                         (alteration.rows == Alteration::Rows::before_zero ? p < 0 : p > 0);
      for (std::size_t j = 0; j < columns; ++j) {
        double& x = values[(row - first) * columns + j];
        const Channel& c = channels[j];
        const bool negated = (c.function == Function::sine && alteration.sines) ||
                             (c.function == Function::cosine && alteration.cosines);
        if (asked && negated) x = -x;
        if (alteration.quantum == 0) continue;
        const double want = exact::near(truth.ball(p, c)).high;
        const double angle =
            (static_cast<double>(p) + origin) * steps[static_cast<std::size_t>(c.pair)];
        // Error that the entries may have had before quantisation.
        //                                                                          verdict.md, (13)
        const double rounded = amplitude * allowance(format, alteration.compute, angle).value_or(0);
        if (std::abs(x - want) <= alteration.quantum * (0.5 + 0x1p-20) + rounded)
          x = round_to(format, want);
      }
    }
  };
  return before;
}

}  // namespace sextant::verify
