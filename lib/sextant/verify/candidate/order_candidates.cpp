#include "sextant/verify/candidate/order_candidates.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <utility>

#include "sextant/exact/oracle.hpp"
#include "sextant/recipe/catalogue/bias_catalogue.hpp"
#include "sextant/verify/candidate/fault.hpp"
#include "sextant/verify/candidate/row_order.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/rows/index_ranges.hpp"

namespace sextant::verify {
namespace {

constexpr std::size_t kRowsNamed = 8;
constexpr std::size_t kMostMixed = 8;   // places with both missing and repeated rows
constexpr std::size_t kMostCopies = 8;  // rows that are copies, in a table that fits no claim
// Entries of the largest table in which copies are searched.
constexpr std::uint64_t kMostSearched = std::uint64_t{1} << 24;

/// A place in an ascending order where rows are missing or a row is repeated.
struct Event {
  std::int64_t row = 0;    ///< the repeated row, or the first missing one
  std::int64_t times = 0;  ///< number of repetitions that follow it directly
  std::int64_t missing = 0;

  bool in_place() const { return times > 0 && times == missing; }
};

std::int64_t size_of(const Reordering& order) { return static_cast<std::int64_t>(order.size()); }

/// Assigns each unplaced row to the place after the row before, or to that of the row after it.  If
/// positions are listed, to a place in the table: there are no others.
void complete_in_step(Reordering& order, bool listed) {
  const auto known =
      std::find_if(order.begin(), order.end(), [](std::int64_t held) { return held != kNowhere; });
  for (auto row = known; row != order.begin() && known != order.end(); --row) row[-1] = row[0] - 1;
  for (std::size_t row = 1; row < order.size(); ++row) {
    if (order[row] != kNowhere) continue;
    const bool last = row + 1 == order.size() || order[row + 1] == kNowhere;
    order[row] = last ? order[row - 1] + 1 : std::min(order[row - 1] + 1, order[row + 1]);
  }
  if (!listed) return;
  for (std::int64_t& held : order) held = std::clamp<std::int64_t>(held, 0, size_of(order) - 1);
}

/// Assigns each unplaced row to its own place, or to the first free one.
void complete_in_place(Reordering& order) {
  std::vector<bool> taken(order.size(), false);
  const auto inside = [&](std::int64_t held) { return held >= 0 && held < size_of(order); };
  for (const std::int64_t held : order)
    if (inside(held)) taken[static_cast<std::size_t>(held)] = true;
  std::size_t free = 0;
  for (std::size_t row = 0; row < order.size(); ++row) {
    if (order[row] != kNowhere) continue;
    while (free < taken.size() && taken[free]) ++free;
    const std::size_t held = taken[row] && free < taken.size() ? free : row;
    taken[held] = true;
    order[row] = static_cast<std::int64_t>(held);
  }
}

/// Returns the events of an order; nullopt if it descends anywhere.
std::optional<std::vector<Event>> events(const Reordering& order) {
  std::vector<Event> found;
  bool repeats = false;
  for (std::size_t row = 1; row < order.size(); ++row) {
    const std::int64_t step = order[row] - order[row - 1];
    if (step < 0) return std::nullopt;
    if (step == 0 && repeats) {
      ++found.back().times;
    } else if (step == 0) {
      found.push_back({.row = order[row], .times = 1});
    } else if (step == 1 + (repeats ? found.back().times : 0) && step > 1) {
      found.back().missing = step - 1;
    } else if (step > 1) {
      found.push_back({.row = order[row - 1] + 1, .missing = step - 1});
    }
    repeats = step == 0;
  }
  return found;
}

bool permuted(const Reordering& order) {
  std::vector<bool> taken(order.size(), false);
  for (const std::int64_t held : order) {
    if (held < 0 || held >= size_of(order) || taken[static_cast<std::size_t>(held)]) return false;
    taken[static_cast<std::size_t>(held)] = true;
  }
  return true;
}

/// Returns whether all rows are reversed: that is another fault, or undoes one.
bool turned(const Reordering& order) {
  for (std::size_t row = 0; row < order.size(); ++row)
    if (order[row] != size_of(order) - 1 - static_cast<std::int64_t>(row)) return false;
  return true;
}

/// Returns the misplaced rows by position. nullptr if two rows are claimed for the same position
/// but moved differently.
std::shared_ptr<const std::vector<Moved>> moved(const Positions& positions,
                                                const Reordering& order) {
  std::vector<Moved> found;
  for (std::size_t row = 0; row < order.size(); ++row) {
    const Position p = position_of(positions, static_cast<std::int64_t>(row));
    const Position by = position_of(positions, order[row]) - p;
    const bool next = !positions.listed && !found.empty() && found.back().by == by &&
                      found.back().last + positions.step == p;
    if (next)
      found.back().last = p;
    else
      found.push_back({p, p, by});
  }
  for (Moved& m : found)
    if (m.last < m.first) std::swap(m.first, m.last);
  std::stable_sort(found.begin(), found.end(),
                   [](const Moved& a, const Moved& b) { return a.first < b.first; });
  for (std::size_t k = 1; k < found.size(); ++k)
    if (found[k].first == found[k - 1].first && found[k].by != found[k - 1].by) return nullptr;
  std::erase_if(found, [](const Moved& m) { return m.by == 0; });
  return std::make_shared<const std::vector<Moved>>(std::move(found));
}

/// Names the faults of an order.
class Names {
 public:
  Names(const Source& source, const Reordering& order) : source_(source), order_(order) {}

  /// Returns the causes of an ascending order.
  std::vector<Cause> causes(const std::vector<Event>& events) const {
    std::vector<Cause> found;
    const Positions& rows = source_.positions;
    if (order_.front() != 0)
      found.push_back({"position-offset",
                       {{"offset", position_value(order_.front() * rows.step, rows.parts)}}});
    std::vector<Event> missing, repeated, copied;
    for (const Event& e : events)
      (e.times == 0 ? missing : e.in_place() ? copied : repeated).push_back(e);
    if (!repeated.empty()) found.push_back(repetition(repeated));
    if (!copied.empty()) found.push_back(repetition(copied));
    if (!missing.empty()) found.push_back(omission(missing));
    return found;
  }

  Cause permutation() const {
    std::vector<Parameters> places;
    std::uint64_t count = 0;
    for (std::int64_t row = 0; row < size_of(order_); ++row) {
      const std::int64_t held = order_[static_cast<std::size_t>(row)];
      if (at(held) == at(row)) continue;
      if (++count <= kRowsNamed) places.push_back({{"position", at(row)}, {"holds", at(held)}});
    }
    return {"rows-permuted", {{"rows", count}, {"places", std::move(places)}}};
  }

 private:
  Parameters::Value at(std::int64_t row) const {
    return position_value(position_of(source_.positions, row), source_.positions.parts);
  }

  /// Returns one place as it is; of several, the first few and the sum.
  Parameters listed(const std::vector<Event>& events, const char* name,
                    std::int64_t Event::*count) const {
    if (events.size() == 1) return {{"position", at(events[0].row)}, {name, events[0].*count}};
    std::vector<Parameters> places;
    std::int64_t sum = 0;
    for (const Event& e : events) {
      sum += e.*count;
      if (places.size() < kRowsNamed) places.push_back({{"position", at(e.row)}, {name, e.*count}});
    }
    return {{"places", std::move(places)}, {name, sum}};
  }

  Cause repetition(const std::vector<Event>& events) const {
    Cause cause{"repeated-row", listed(events, "times", &Event::times)};
    if (events.front().in_place()) cause.parameters["in_place"] = true;
    return cause;
  }

  Cause omission(const std::vector<Event>& events) const {
    return {"rows-missing", listed(events, "rows", &Event::missing)};
  }

  const Source& source_;
  const Reordering& order_;
};

/// Returns whether only the last row repeats, because the table was too short.
bool overrun(const Reordering& order, const std::vector<Event>& events) {
  return events.size() == 1 && events[0].times > 0 && order.back() == events[0].row;
}

/// Adds a candidate of one or two causes, with rows in the given order.
void add(const Source& source, const Claim& claim, const Reordering& order,
         std::vector<Cause> causes, std::vector<Candidate>& candidates) {
  if (causes.empty() || causes.size() > 2) return;
  auto by = moved(source.positions, order);
  if (by && by->empty()) return;
  Candidate s = as_claimed(claim, causes.back().fault, causes.back().parameters);
  if (causes.size() == 2) s.second_cause = causes.front();
  if (by) {
    s.moved = std::move(by);
  } else {  // rows of one claimed position hold different ones
    std::vector<Position> held;
    for (const std::int64_t row : order) held.push_back(position_of(source.positions, row));
    s.alteration.positions = std::make_shared<const std::vector<Position>>(std::move(held));
  }
  candidates.push_back(std::move(s));
}

/// Adds a candidate whose positions restart.  Returns whether the order consists of few runs of
/// consecutive rows, and the first run that goes back starts at 0 or at the first position.
bool add_restarts(const Source& source, const Claim& claim, const Reordering& order,
                  std::vector<Candidate>& candidates) {
  constexpr std::size_t kMostRuns = 256;
  std::size_t runs = 1;
  std::optional<std::size_t> first;
  for (std::size_t row = 1; row < order.size(); ++row) {
    if (order[row] == order[row - 1] + 1) continue;
    ++runs;
    if (!first && order[row] < order[row - 1]) first = row;
  }
  if (!first || runs > kMostRuns || 4 * runs > order.size()) return false;
  const Position start = position_of(source.positions, order[*first]);
  // A run that starts elsewhere is no restart.
  if (start != 0 && start != source.positions[0]) return false;
  const auto at = [&](std::int64_t row) {
    return position_value(position_of(source.positions, row), source.positions.parts);
  };
  add(source, claim, order,
      {{"position-restart",
        {{"position", at(static_cast<std::int64_t>(*first))},
         {"holds", at(order[*first])},
         {"runs", static_cast<std::int64_t>(runs)}}}},
      candidates);
  return true;
}

/// The rows of a table that is searched for equal rows.
class EqualRows {
 public:
  explicit EqualRows(const Source& source) : source_(source) {}

  /// Returns the rows that hold the same numbers as the row before.  Empty if there are more than a
  /// few.
  std::vector<std::size_t> copies() {
    std::vector<std::size_t> found;
    std::vector<double> before;
    const bool few = every_row(source_, [&](std::uint64_t r, std::span<const double> values) {
      if (std::ranges::equal(values, before)) found.push_back(r);
      before.assign(values.begin(), values.end());
      return found.size() <= kMostCopies && 8 * found.size() <= source_.rows;
    });
    return few ? found : std::vector<std::size_t>();
  }

  /// Returns the row from which on all rows repeat those from the first row on; nullopt if there is
  /// none, or if the first two rows are equal.
  std::optional<std::uint64_t> restart() {
    const std::vector<double> first = source_.row(0);
    if (source_.rows < kFewestRepeated || source_.row(1) == first) return std::nullopt;
    for (std::uint64_t r = 2; r + kFewestRepeated <= source_.rows; ++r) {
      if (source_.row(r) != first) continue;
      std::uint64_t k = 1;
      for (; r + k < source_.rows; ++k) {
        const std::vector<double> early = source_.row(k);
        if (source_.row(r + k) != early) break;
      }
      return r + k == source_.rows ? std::optional(r) : std::nullopt;
    }
    return std::nullopt;
  }

 private:
  static constexpr std::uint64_t kFewestRepeated = 4;

  const Source& source_;
};

/// Returns the orders that equal rows show, whatever the other rows hold.  Rows that equal the one
/// before are copies: the rows behind one are in their own places, or all are one row late.  Rows
/// that equal those from the first on restart.  Empty for very large tables.
std::vector<Reordering> orders_of_equal_rows(const Source& source) {
  std::vector<Reordering> orders;
  if (source.rows < 3 || source.rows * source.columns > kMostSearched) return orders;
  EqualRows equal(source);
  const std::vector<std::size_t> rows = equal.copies();
  Reordering order(source.rows);
  for (const bool in_place : {true, false}) {
    std::int64_t late = 0;
    for (std::size_t row = 0; row < order.size(); ++row) {
      const bool copy = std::binary_search(rows.begin(), rows.end(), row);
      late += copy ? 1 : 0;
      const auto own = static_cast<std::int64_t>(row);
      order[row] = !in_place ? own - late : copy ? order[row - 1] : own;
    }
    if (!rows.empty()) orders.push_back(order);
  }
  if (const auto from = equal.restart()) {
    for (std::size_t row = 0; row < order.size(); ++row)
      order[row] = static_cast<std::int64_t>(row < *from ? row : row - *from);
    orders.push_back(std::move(order));
  }
  return orders;
}

/// Returns the row of the claim that each row of a table of integers holds, the nearest of several;
/// nullopt if some row holds none, or for large tables.
std::optional<Reordering> order_of_integers(const Source& source, const Claim& claim) {
  constexpr std::uint64_t kMostEntries = 1 << 16;
  if (!claim.chart.integral() || source.rows * source.columns > kMostEntries) return std::nullopt;
  const exact::Oracle oracle(claim.chart);
  std::multimap<std::vector<double>, std::int64_t> claimed;
  std::vector<double> row(source.columns);
  for (std::uint64_t r = 0; r < source.rows; ++r) {
    for (std::size_t j = 0; j < row.size(); ++j)
      row[j] = oracle.nearest(source.format, source.positions[r], claim.chart.channels[j]).value;
    claimed.emplace(row, static_cast<std::int64_t>(r));
  }
  Reordering order;
  for (std::uint64_t r = 0; r < source.rows; ++r) {
    row = source.row(r);
    const auto own = static_cast<std::int64_t>(r);
    const auto [first, last] = claimed.equal_range(row);
    const auto nearest = std::min_element(first, last, [&](const auto& a, const auto& b) {
      return std::abs(a.second - own) < std::abs(b.second - own);
    });
    if (nearest == last) return std::nullopt;
    order.push_back(nearest->second);
  }
  return order;
}

/// Claimed positions restart, but the table's positions continue or have another offset in each
/// run.
void add_moved_runs(const Source& source, const Claim& claim, std::vector<Candidate>& candidates) {
  constexpr std::size_t kMostRuns = 256;
  const Positions& rows = source.positions;
  if (!rows.listed || rows.count < 3) return;
  std::vector<std::uint64_t> starts = {0};
  for (std::uint64_t row = 1; row < rows.count && starts.size() <= kMostRuns; ++row)
    if (rows[row] != rows[row - 1] + 1) starts.push_back(row);
  if (starts.size() < 2 || starts.size() > kMostRuns) return;
  const exact::Oracle oracle(claim.chart);
  auto positions = std::make_shared<std::vector<Position>>();
  std::optional<std::uint64_t> first;
  Position by = 0;
  for (std::size_t k = 0; k < starts.size(); ++k) {
    const std::uint64_t end = k + 1 < starts.size() ? starts[k + 1] : rows.count;
    IndexRanges some;
    some.add({starts[k], std::min(end, starts[k] + kRowsEstimated) - 1});
    const Source run = rows_of(source, some);
    const auto offset = run.rows < 2 ? std::optional<Position>(by)
                                     : likely_offset(run, oracle, claim.formats.compute);
    if (!offset) return;
    if (*offset != 0 && !first) first = starts[k], by = *offset;
    for (std::uint64_t row = starts[k]; row < end; ++row) positions->push_back(rows[row] + *offset);
  }
  if (!first || *first == 0) return;
  Candidate s = as_claimed(
      claim, "position-restart",
      {{"from", "row " + std::to_string(*first)}, {"offset", position_value(by, rows.parts)}});
  s.alteration.positions = std::move(positions);
  candidates.push_back(std::move(s));
}

}  // namespace

void add_order(const Source& source, const Claim& claim, const Reordering& found,
               std::vector<Candidate>& candidates) {
  Reordering order = found;
  complete_in_step(order, source.positions.listed != nullptr);
  const auto happened = events(order);
  if (happened && !happened->empty() && !overrun(order, *happened)) {
    if (2 * happened->size() > order.size()) return;  // positions are scaled or rounded instead
    auto causes = Names(source, order).causes(*happened);
    const bool of_rows_alone = causes.size() == 2 && has(causes[0].fault, Trait::kRepetition);
    if (!of_rows_alone || happened->size() <= kMostMixed)
      add(source, claim, order, std::move(causes), candidates);
    return;
  }
  const Reordering in_step = order;
  order = found;
  complete_in_place(order);
  if (!happened && !permuted(order) && add_restarts(source, claim, in_step, candidates)) return;
  if (permuted(order) && !turned(order))
    add(source, claim, order, {Names(source, order).permutation()}, candidates);
}

std::vector<Candidate> order_candidates(const Source& source, const Claim& claim) {
  std::vector<Candidate> candidates;
  if (claim.part == Part::inv_freq) return candidates;
  add_moved_runs(source, claim, candidates);
  std::vector<Reordering> known;
  const auto is_new = [&](const Reordering& order) {
    if (std::find(known.begin(), known.end(), order) != known.end()) return false;
    known.push_back(order);
    return true;
  };
  for (const RowEvidence evidence : {RowEvidence::by_truth, RowEvidence::by_making}) {
    if (evidence == RowEvidence::by_making && recipe::of_bias(claim.chart)) break;
    const auto in_place = row_order(source, claim, Stay::in_place, evidence);
    if (!in_place) continue;
    if (is_new(*in_place)) add_order(source, claim, *in_place, candidates);
    const auto in_step = row_order(source, claim, Stay::in_step, evidence);
    if (in_step && is_new(*in_step)) add_order(source, claim, *in_step, candidates);
  }
  const bool of_distance = claim.chart.integral() && claim.chart.width() == 1;  // buckets repeat
  const auto integers = of_distance ? std::nullopt : order_of_integers(source, claim);
  if (integers && is_new(*integers)) add_order(source, claim, *integers, candidates);
  if (!of_distance)
    for (const Reordering& order : orders_of_equal_rows(source))
      if (is_new(order)) add_order(source, claim, order, candidates);
  // Candidates with one cause come first.
  std::stable_partition(candidates.begin(), candidates.end(),
                        [](const Candidate& s) { return !s.second_cause; });
  return candidates;
}

std::optional<std::uint64_t> repeated_from(const Source& source) {
  if (source.positions.step < 0 || source.rows < 3) return std::nullopt;
  const std::vector<double> last = source.row(source.rows - 1);
  const auto repeats = [&](std::uint64_t index) { return source.row(index) == last; };
  if (!repeats(source.rows - 2)) return std::nullopt;
  // Bisection: rows equal the last one from some row on, and no row before it does.
  std::uint64_t different = 0;
  std::uint64_t equal = source.rows - 2;
  if (repeats(0)) return std::nullopt;
  while (equal - different > 1) {
    const std::uint64_t middle = different + (equal - different) / 2;
    (repeats(middle) ? equal : different) = middle;
  }
  for (std::uint64_t index = equal + 1; index < source.rows; ++index)
    if (source.positions[index] != source.positions[equal]) return equal;
  return std::nullopt;  // one position has equal rows
}

}  // namespace sextant::verify
