#include "sextant/verify/diagnosis/zero_rows.hpp"

#include <algorithm>
#include <cmath>

#include "sextant/verify/candidate/candidate_lists.hpp"

namespace sextant::verify {

IndexRanges rows_of_zeros(const Source& source) {
  IndexRanges found;
  every_row(source, [&](std::uint64_t row, std::span<const double> entries) {
    const auto zeros = static_cast<std::uint64_t>(std::count(entries.begin(), entries.end(), 0.0));
    const bool others = std::any_of(entries.begin(), entries.end(),
                                    [](double x) { return std::isfinite(x) && x != 0; });
    if (!others && 8 * zeros >= 7 * source.columns) found.add(row);
    return true;
  });
  return found;
}

IndexRanges finite_rows(const Source& source) {
  IndexRanges found;
  every_row(source, [&](std::uint64_t row, std::span<const double> entries) {
    if (std::all_of(entries.begin(), entries.end(), [](double x) { return std::isfinite(x); }))
      found.add(row);
    return true;
  });
  return found;
}

bool vanishes(const exact::Oracle& oracle, const Format& format, Position position) {
  const auto& channels = oracle.chart().channels;
  return std::all_of(channels.begin(), channels.end(), [&](const Channel& c) {
    return oracle.nearest(format, position, c).value == 0;
  });
}

bool sines_alone(const Chart& chart) {
  return std::all_of(chart.channels.begin(), chart.channels.end(), [](const Channel& c) {
    return c.function == Function::sine || c.function == Function::zero;
  });
}

IndexRanges wrong_zeros(const Source& source, const Claim& claim, const exact::Oracle& oracle) {
  if (one_row(claim.part)) return {};
  const auto& padding = claim.chart.waves.zero_row;
  bool padded = false;
  IndexRanges wrong = zeros_unless(source, [&](std::uint64_t row) {
    const Position p = source.positions[row];
    padded |= padding == p;
    return vanishes(oracle, source.format, p);
  });
  if (wrong.count() != 1 || source.rows == 1 || padded) return wrong;
  return may_be_padding(claim, source.positions[wrong[0]]) ? IndexRanges() : wrong;
}

Finding zeros_finding(const IndexRanges& zeros, std::uint64_t rows, double rest) {
  const double others = static_cast<double>(rows - zeros.count());
  return {"zeros",
          {{"rows", zeros.text()}, {"of", static_cast<Position>(rows)}},
          rest * others / static_cast<double>(rows)};
}

}  // namespace sextant::verify
