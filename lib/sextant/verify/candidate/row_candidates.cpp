#include <algorithm>
#include <optional>
#include <utility>

#include "sextant/recipe/catalogue/bias_catalogue.hpp"
#include "sextant/verify/candidate/candidate_lists.hpp"
#include "sextant/verify/observation/estimate.hpp"

namespace sextant::verify {
namespace {

/// Rows from the last position to the first: angles of the opposite sign.  A formula may use
/// columns or the sign of positions in another way.  So a formula gets the reversed positions, and
/// so does a list of positions.
void add_reversed(const Source& source, const Claim& claim, std::vector<Candidate>& candidates) {
  const Positions& rows = source.positions;
  const auto& formula = claim.chart.waves.formula;
  const bool odd = formula && std::holds_alternative<SwinCoordinatesForm>(*formula);
  if (rows.count < 2 || odd) return;  // reversed odd functions are negated
  Candidate s = as_claimed(claim, "rows-reversed");
  if (claim.chart.waves.formula || rows.listed) {
    auto back = std::make_shared<std::vector<Position>>();
    for (std::uint64_t row = rows.count; row-- > 0;) back->push_back(rows[row]);
    s.alteration.positions = std::move(back);
    candidates.push_back(std::move(s));
    return;
  }
  const Position both = rows[0] + rows[rows.count - 1];
  Waves& waves = s.truth.waves;
  const bool even = claim.chart.channels.front().function == Function::distance;
  if (!even) waves.scale = -waves.scale;
  waves.origin = -(waves.origin + to_rational(both));
  const auto zeros = waves.zero_row;
  if (zeros) waves.zero_row = both - *zeros;
  candidates.push_back(s);
  if (!zeros) return;
  s.truth.waves.zero_row = zeros;  // set to zeros after the rows were made
  candidates.push_back(std::move(s));
}

/// Angles of the opposite sign, which only sines show.
void add_backwards(const Claim& claim, std::vector<Candidate>& candidates) {
  const auto& channels = claim.chart.channels;
  const auto shows = [](const Channel& c) { return c.function == Function::sine; };
  if (std::none_of(channels.begin(), channels.end(), shows)) return;
  Candidate s = as_claimed(claim, "sign", {{"of", "the angle"}});
  Waves& waves = s.truth.waves;
  waves.scale = -waves.scale;
  candidates.push_back(std::move(s));
}

/// Positions without their sign, on one side of 0, which changes the sign of sines.
void add_mirrored(const Source& source, const Claim& claim, std::vector<Candidate>& candidates) {
  const Positions& rows = source.positions;
  bool before = false, after = false, sines = false;
  for (std::uint64_t row = 0; row < rows.count && !(before && after); ++row)
    (rows[row] < 0 ? before : after) = true;
  for (const Channel& c : claim.chart.channels) sines |= c.function == Function::sine;
  if (!before || !after || !sines || claim.chart.waves.origin != 0) return;
  for (const bool is_before : {true, false}) {
    Candidate s = as_claimed(claim, "positions-mirrored",
                             {{"rows", is_before ? "before position 0" : "after position 0"}});
    auto mirrored = std::make_shared<std::vector<Position>>();
    for (std::uint64_t row = 0; row < rows.count; ++row)
      mirrored->push_back((rows[row] < 0) == is_before ? -rows[row] : rows[row]);
    s.alteration.positions = std::move(mirrored);
    candidates.push_back(std::move(s));
  }
}

/// Returns whether all entries at a position are zero without a fault: sines of angle 0.
bool vanishes(const Chart& chart, Position p) {
  const auto zero = [](const Channel& c) {
    return c.function == Function::sine || c.function == Function::zero;
  };
  return to_rational(p) + chart.waves.origin == 0 &&
         std::all_of(chart.channels.begin(), chart.channels.end(), zero);
}

}  // namespace

bool may_be_padding(const Claim& claim, Position p) {
  constexpr Position kLast = 2;  // number of the padding row of an embedding without another one
  return claim.chart.waves.zero_row ||
         (std::holds_alternative<Sinusoidal>(claim.encoding) && 0 <= p && p <= kLast);
}

namespace {

/// The row of zeros is at another position, or missing.
void add_zero_row(const Source& source, const Claim& claim, std::vector<Candidate>& candidates) {
  const auto& claimed_row = claim.chart.waves.zero_row;
  const RowWindow g = sampled_rows(source);
  std::optional<Position> found;
  for (std::size_t row = 0; !found && row < g.positions.size(); ++row) {
    bool zero = true;
    for (std::size_t j = 0; j < g.columns; ++j) zero = zero && g.at(row, j) == 0;
    if (zero && !vanishes(claim.chart, g.positions[row])) found = g.positions[row];
  }
  if (found == claimed_row || (found && !may_be_padding(claim, *found))) return;
  const auto said = [&](const std::optional<Position>& row) {
    return row ? to_text(*row, claim.chart.waves.parts) : "none";
  };
  Candidate s =
      as_claimed(claim, "zero-row", {{"position", said(found)}, {"claimed", said(claimed_row)}});
  s.truth.waves.zero_row = found;
  candidates.push_back(std::move(s));
}

}  // namespace

std::vector<Candidate> row_candidates(const Source& source, const Claim& claim) {
  std::vector<Candidate> candidates;
  if (claim.part == Part::inv_freq || claim.part == Part::slopes) return candidates;
  add_reversed(source, claim, candidates);
  if (recipe::of_bias(claim.chart)) return candidates;
  add_backwards(claim, candidates);
  add_mirrored(source, claim, candidates);
  add_zero_row(source, claim, candidates);
  return candidates;
}

}  // namespace sextant::verify
