#include "sextant/verify/candidate/overflow.hpp"

#include <algorithm>
#include <cmath>

#include "sextant/exact/evaluate.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/number/round.hpp"
#include "sextant/verify/candidate/candidate_positions.hpp"
#include "sextant/verify/observation/approximate.hpp"
#include "sextant/verify/observation/approximate_reference.hpp"
#include "sextant/verify/rows/index_ranges.hpp"

namespace sextant::verify {

bool overflows(const Candidate& candidate, Position position, std::uint64_t parts) {
  const auto& intermediate = candidate.formats.intermediate;
  return intermediate.position &&
         !round(*intermediate.position, Rational(to_rational(position) / Rational(Integer(parts))),
                intermediate.rounding)
              .finite();
}

bool has_finite_overflow(const Source& source, const Candidate& candidate) {
  const auto positions = computed_from(source.positions, candidate);
  if (!candidate.formats.intermediate.position || !positions) return false;
  const auto [least, most] = extremes(*positions);
  const Position largest = std::max(most, -least);
  if (!overflows(candidate, largest, positions->parts)) return false;
  for (std::uint64_t row = 0; row < source.rows; ++row) {
    const Position p = (*positions)[row];
    if (!overflows(candidate, p, positions->parts)) continue;
    const std::vector<double> values = source.row(row);
    for (std::size_t j = 0; j < values.size(); ++j)
      if (std::isfinite(values[j]) &&
          !is_blank(candidate.truth.channels[j], candidate.truth.waves.zero_row, p))
        return true;
  }
  return false;
}

bool predicts_overflow(const Source& source, const Candidate& candidate) {
  const auto positions = computed_from(source.positions, candidate);
  const recipe::ComputeFormats& formats = candidate.formats;
  if (!positions || candidate.alteration.any()) return false;
  const Waves& waves = candidate.truth.waves;
  FrequenciesAsAsked frequencies(waves);
  const exact::Oracle truth(candidate.truth);
  const double roundings = std::ldexp(32 * kMargin, -formats.compute.precision);
  const auto beyond = [&](const Format& format, double x) {
    return std::isinf(
        round_to(format, std::abs(x) * (1 + roundings), formats.intermediate.rounding));
  };
  const auto is_predicted = [&](std::uint64_t row, std::size_t j, double x) {
    if (std::isfinite(x)) return true;
    const Position p = (*positions)[row];
    const Channel& c = candidate.truth.channels[j];
    // Sines of infinity are NaN.
    if (is_wave(c.function) && !std::isnan(x)) return false;
    if (overflows(candidate, p, positions->parts)) return true;
    if (is_wave(c.function))
      return formats.intermediate.angle &&
             beyond(*formats.intermediate.angle,
                    static_cast<double>(waves.scale) *
                        (static_cast<double>(p) + static_cast<double>(waves.origin)) *
                        frequencies[c.pair]);
    const double want = exact::near(truth.ball(p, c)).high;
    return std::isinf(x) && std::signbit(x) == std::signbit(want) && beyond(formats.store, want);
  };
  return every_row(source, [&](std::uint64_t row, std::span<const double> entries) {
    for (std::size_t j = 0; j < entries.size(); ++j)
      if (!is_predicted(row, j, entries[j])) return false;
    return true;
  });
}

}  // namespace sextant::verify
