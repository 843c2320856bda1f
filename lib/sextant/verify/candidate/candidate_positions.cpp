#include "sextant/verify/candidate/candidate_positions.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "sextant/number/round.hpp"
#include "sextant/verify/rows/index_ranges.hpp"

namespace sextant::verify {
namespace {

bool in_range(Position p) { return p <= kLargestPosition && p >= -kLargestPosition; }

/// Returns the position whose values stand in the row claimed for `p`.
Position held(const std::vector<Moved>& moved, Position p) {
  const auto next = std::upper_bound(moved.begin(), moved.end(), p,
                                     [](Position q, const Moved& m) { return q < m.first; });
  if (next == moved.begin() || p > std::prev(next)->last) return p;
  return p + std::prev(next)->by;
}

}  // namespace

std::optional<Positions> shifted(const Positions& given, Position shift) {
  Positions positions = given;
  if (given.listed)
    positions = mapped(given, given.parts, [&](Position p) { return p + shift; });
  else
    positions.first += shift;
  const auto [least, most] = extremes(positions);
  return in_range(least) && in_range(most) ? std::optional(std::move(positions)) : std::nullopt;
}

bool counts_from_origin(const Claim& claim) {
  const Waves& waves = claim.chart.waves;
  const bool counted = waves.parts == 1 && is_integer(waves.origin) &&
                       abs(waves.origin) <= to_rational(kLargestPosition);
  return waves.origin == 0 || counted;
}

Candidate with_origin_in_positions(Candidate candidate) {
  if (candidate.truth.waves.origin == 0) return candidate;
  const Position origin = to_position(candidate.truth.waves.origin);
  candidate.shift += origin;
  candidate.change_charts([&](Chart& chart) {
    chart.waves.origin = 0;
    if (chart.waves.zero_row) *chart.waves.zero_row += origin;
  });
  return candidate;
}

std::optional<Positions> rounded(const Positions& positions, const Candidate& candidate) {
  const auto& detour = candidate.formats.intermediate.position;
  if (!detour && !candidate.last && !candidate.moved) return positions;
  const Rational parts(Integer(positions.parts));
  std::vector<Position> list;
  for (std::uint64_t row = 0; row < positions.count; ++row) {
    Position p = positions[row];
    if (candidate.moved) p = held(*candidate.moved, p);
    if (candidate.last) p = std::min(p, *candidate.last);
    if (!detour) {
      list.push_back(p);
      continue;
    }
    const Number n =
        round(*detour, Rational(to_rational(p) / parts), candidate.formats.intermediate.rounding);
    if (!n.finite()) {
      list.push_back(p);
      continue;
    }
    const Rational counted = to_rational(n) * parts;
    if (!is_integer(counted) || abs(counted) > to_rational(kLargestPosition)) return std::nullopt;
    list.push_back(to_position(counted));
  }
  return Positions::of(std::move(list), positions.parts);
}

std::optional<Positions> computed_from(const Positions& positions, const Candidate& candidate) {
  const auto moved = shifted(positions, candidate.shift);
  return moved ? rounded(*moved, candidate) : std::nullopt;
}

}  // namespace sextant::verify
