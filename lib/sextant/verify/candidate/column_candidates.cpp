#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "sextant/verify/candidate/candidate_filter.hpp"
#include "sextant/verify/candidate/candidate_lists.hpp"
#include "sextant/verify/candidate/held_columns.hpp"
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
  s.program = s.truth;
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

}  // namespace

std::vector<Candidate> column_candidates(const Source& source, const Claim& claim, Search search) {
  std::vector<Candidate> candidates;
  if (source.columns < 2 || source.columns > kMostColumns || claim.formats.intermediate.position)
    return candidates;
  add(source, claim, search, candidates);
  if (search == Search::direct) return candidates;
  const std::vector<Held> own = own_content(source, claimed(source, claim));
  for (const std::int64_t by : {1, -1})  // another fault may hide what the columns hold
    if (ColumnOrder order = rolled(own, 0, by, Beyond::same_row); order.held != own)
      candidates.push_back(in_order(claim, std::move(order)));
  for (const Source& rows : clean_subranges(source, {32})) add(rows, claim, search, candidates);
  return candidates;
}

}  // namespace sextant::verify
