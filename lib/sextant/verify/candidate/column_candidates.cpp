#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

#include "sextant/verify/candidate/candidate_filter.hpp"
#include "sextant/verify/candidate/candidate_lists.hpp"
#include "sextant/verify/candidate/held_columns.hpp"
#include "sextant/verify/observation/approximate_reference.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/rows/index_ranges.hpp"

namespace sextant::verify {
namespace {

constexpr std::size_t kMostColumns = 4096;

/// Returns the claim with its columns in this order.
Candidate in_order(const Claim& claim, ColumnOrder order) {
  Candidate s = as_claimed(claim, std::move(order.cause.fault), std::move(order.cause.parameters));
  std::vector<int> rows;
  std::vector<bool> negated;
  for (std::size_t j = 0; j < order.held.size(); ++j) {
    s.truth.channels[j] = order.held[j].channel;
    rows.push_back(order.held[j].rows);
    negated.push_back(order.held[j].negated);
  }
  if (std::any_of(rows.begin(), rows.end(), [](int r) { return r != 0; }))
    s.alteration.rows_on = std::make_shared<const std::vector<int>>(std::move(rows));
  if (std::find(negated.begin(), negated.end(), true) != negated.end())
    s.alteration.negated = std::make_shared<const std::vector<bool>>(std::move(negated));
  return s;
}

/// Returns the claim about all columns of a source.
std::vector<ClaimedColumns> claimed(const Source& source, const Claim& claim) {
  std::vector<std::size_t> columns(source.columns);
  std::iota(columns.begin(), columns.end(), 0);
  return {{claim, source.positions, std::move(columns)}};
}

/// Adds the candidates that some rows show, unless they are already in the list.
void add(const Source& source, const Claim& claim, Search search,
         std::vector<Candidate>& candidates) {
  const auto& channels = claim.chart.channels;
  for (ColumnOrder& order : column_orders(source, claimed(source, claim), search)) {
    Candidate s = in_order(claim, std::move(order));
    // If several columns hold the content of one, only bounds distinguish this from other tables.
    // In a single row nothing distinguishes it from corrupt entries.
    const auto& holds = s.truth.channels;
    const bool one_to_one =
        std::is_permutation(holds.begin(), holds.end(), channels.begin(), channels.end());
    if (!one_to_one &&
        (source.rows == 1 || !bounded(source.positions, source.format, s, claim.formats.compute)))
      continue;
    const auto same = [&](const Candidate& known) {
      return !s.alteration.any() && known.truth.channels == holds;
    };
    if (std::none_of(candidates.begin(), candidates.end(), same))
      candidates.push_back(std::move(s));
  }
}

/// Returns whether some rows are read as these places say, by (13), up to one entry in eight.
bool fits(const RowWindow& rows, const Source& source, const ApproximateReference& truth,
          const RowPlaces& places) {
  constexpr std::size_t kFewest = 16;
  std::size_t asked = 0, differ = 0;
  for (std::size_t r = 0; r < rows.positions.size(); ++r) {
    const auto row = static_cast<std::uint64_t>((rows.positions[r] - source.positions[0]) /
                                                source.positions.step);
    for (std::size_t j = 0; j < rows.columns; ++j) {
      const std::uint64_t place = row * places.stride + j, column = place % places.length;
      if (column >= rows.columns || !std::isfinite(rows.at(r, j))) continue;
      const Position p = source.positions[0] +
                         static_cast<Position>(place / places.length) * source.positions.step;
      const auto entry = truth.entry(truth.channel(column), p);
      if (!entry) continue;
      ++asked;
      differ += std::abs(rows.at(r, j) - entry->want) <= entry->within ? 0U : 1U;
      if (8 * differ > asked + kFewest) return false;
    }
  }
  return asked >= kFewest && 8 * differ <= asked;
}

/// Returns whether all entries are 0 that are read between the rows of a buffer.
bool has_zeros_between(const Source& source, const RowPlaces& places) {
  if (places.length <= source.columns) return true;
  return every_row(source, [&](std::uint64_t row, std::span<const double> values) {
    for (std::size_t j = 0; j < values.size(); ++j)
      if ((row * places.stride + j) % places.length >= source.columns && values[j] != 0)
        return false;
    return true;
  });
}

/// Returns the claim with rows that are read at another distance, or from a buffer with longer
/// rows.
std::vector<Candidate> places_of_rows(const Source& source, const Claim& claim) {
  constexpr std::uint64_t kSampled = 16;
  std::vector<Candidate> candidates;
  if (source.positions.listed || source.positions.float32 || source.rows < 3) return candidates;
  const RowWindow rows = sampled_rows(source, kSampled);
  const ApproximateReference truth(claim, source.format);
  const std::uint64_t width = source.columns;
  const auto add = [&](const RowPlaces& places, const char* what, std::uint64_t entries) {
    if (!fits(rows, source, truth, places) || !has_zeros_between(source, places)) return;
    Candidate s = as_claimed(claim, "columns-shifted", {{what, entries}});
    s.alteration.places = places;
    candidates.push_back(std::move(s));
  };
  for (std::uint64_t k = 1; k < 4 * width && candidates.empty(); ++k) {
    if (k % width != 0) add({k, width}, "row-stride", k);
    if (k > width && k < 2 * width) add({width, k}, "row-length", k);
  }
  return candidates;
}

}  // namespace

std::vector<Candidate> column_candidates(const Source& source, const Claim& claim, Search search) {
  std::vector<Candidate> candidates;
  if (source.columns < 2 || source.columns > kMostColumns || claim.formats.intermediate.position)
    return candidates;
  add(source, claim, search, candidates);
  append(places_of_rows(source, claim), candidates);
  if (search == Search::direct) return candidates;
  const std::vector<Held> own = own_content(source, claimed(source, claim));
  for (const std::int64_t by : {1, -1})  // another fault may hide what the columns hold
    if (ColumnOrder order = rolled(own, 0, by, Beyond::same_row); order.held != own)
      candidates.push_back(in_order(claim, std::move(order)));
  for (const Source& rows : clean_subranges(source, {32})) add(rows, claim, search, candidates);
  return candidates;
}

}  // namespace sextant::verify
