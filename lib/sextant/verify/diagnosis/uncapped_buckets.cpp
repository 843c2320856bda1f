#include "sextant/verify/diagnosis/uncapped_buckets.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "sextant/number/round.hpp"

namespace sextant::verify {
namespace {

/// An entry of a table of buckets or indices.
struct Entry {
  Position relative = 0;  ///< as the encoding counts it: of keys after the query, or before it
  double got = 0, want = 0;
};

/// The columns of a formula whose rows are queries; 0 if rows are relative positions, and nullopt
/// if entries are not of one relative position each.
template <class F>
std::optional<int> keys_of(const F& f) {
  if constexpr (requires { f.of.keys; }) {
    return f.of.keys;
  } else if constexpr (requires { f.keys; }) {
    return f.keys;
  } else {
    return std::nullopt;
  }
}

/// Whether relative positions are those of keys before the query: q − k.
template <class F>
constexpr bool kBefore = std::is_same_v<F, Deberta> || std::is_same_v<F, DebertaIndex>;

/// No key is that far from a query.
constexpr std::uint64_t kFarthest = std::uint64_t{1} << 62;

/// Calls see(Entry) for all entries until it returns false.  Returns whether it never did; false
/// at once if entries are not of one relative position each.
template <class See>
bool for_each_entry(const Source& source, const Chart& chart, const See& see) {
  if (!chart.integral()) return false;
  const Waves& waves = chart.waves;
  const auto keys = std::visit([](const auto& f) { return keys_of(f); }, *waves.formula);
  if (!keys || !is_integer(waves.origin) || abs(waves.scale) != 1) return false;
  const bool before = std::visit([]<class F>(const F&) { return kBefore<F>; }, *waves.formula);
  const int sign = (waves.scale < 0 ? -1 : 1) * (*keys > 0 && !before ? -1 : 1);
  const Position origin = to_position(waves.origin);
  std::unordered_map<std::int64_t, double> known;  // what is claimed, by relative position
  std::vector<double> values;
  for (std::uint64_t first = 0; first < source.rows; first += source.block()) {
    const std::uint64_t count = std::min(source.block(), source.rows - first);
    values.resize(count * source.columns);
    source.read(first, count, values);
    for (std::uint64_t k = 0; k < values.size(); ++k) {
      const Position position = source.positions[first + k / source.columns] + origin;
      const int column = chart.channels[k % source.columns].pair;
      const Position relative = sign * (position - (*keys > 0 ? column : 0));
      if (magnitude(relative) > kFarthest) return false;
      const auto [at, is_new] = known.try_emplace(static_cast<std::int64_t>(relative), 0.0);
      if (is_new) {
        const Expression exact = cell(*waves.formula, to_rational(position), column, waves.scale);
        at->second = to_double(round(source.format, *exact.rational()));
      }
      if (!see(Entry{relative, values[k], at->second})) return false;
    }
  }
  return true;
}

/// A bucket's steps from the first one of its direction, without a cap.  Two that are next to each
/// other where roundings of a logarithm decide.
struct Steps {
  double least = 0, most = 0;
};

/// n·ln a/ln b as an integer: of floor, or of ceil.
Steps logarithm(double a, double b, int n, bool up) {
  constexpr double kRoundings = 0x1p-22;  // four of float32: two logarithms, quotient and product
  const double exact = std::log(a) / std::log(b) * n;
  const double off = kRoundings * std::max(1.0, exact);
  return up ? Steps{std::ceil(exact - off), std::ceil(exact + off)}
            : Steps{std::floor(exact - off), std::floor(exact + off)};
}

/// Where a direction starts, which way it goes, its last step, and an entry's own.
struct Uncapped {
  double start = 0, sign = 1, last = 0;
  Steps steps;
};

std::optional<Uncapped> uncapped(const T5& e, Position relative) {
  const bool after = relative > 0;
  if (after && !e.bidirectional) return std::nullopt;
  const int buckets = e.buckets_a_direction();
  const int exact = buckets / 2;
  const auto n = static_cast<double>(magnitude(relative));
  Uncapped found{after ? buckets * 1.0 : 0, 1, buckets - 1.0, {n, n}};
  if (n < exact) return found;
  const Steps more = logarithm(n / exact, e.max_distance * 1.0 / exact, buckets - exact, false);
  found.steps = {exact + more.least, exact + more.most};
  return found;
}

std::optional<Uncapped> uncapped(const DebertaIndex& e, Position relative) {
  const int middle = e.of.num_buckets / 2;
  const bool negative = relative < 0;
  const double start = e.of.num_buckets;
  const auto n = static_cast<double>(magnitude(relative));
  Uncapped found{start, negative ? -1.0 : 1.0, negative ? start : start - 1, {n, n}};
  if (n <= middle) return found;
  const Steps more = logarithm(n / middle, (e.of.max_distance - 1.0) / middle, middle - 1, true);
  found.steps = {middle + more.least, middle + more.most};
  return found;
}

std::optional<Uncapped> uncapped(const Shaw& e, Position relative) {
  const auto n = static_cast<double>(magnitude(relative));
  return Uncapped{e.max_distance * 1.0, relative < 0 ? -1.0 : 1.0, e.max_distance * 1.0, {n, n}};
}

/// Formulas without a cap.
template <class F>
std::optional<Uncapped> uncapped(const F&, Position) {
  return std::nullopt;
}

/// The far keys on one side of the query.
struct Side {
  std::optional<std::uint64_t> from;  ///< the smallest distance whose bucket is beyond the last one
  std::optional<double> cap;          ///< the step of buckets that are capped, if any are
  double farthest = 0;

  /// Adds the steps that an entry shows; false if no cap explains them.
  bool add(const Entry& entry, const Uncapped& truth, double steps) {
    const bool free = truth.steps.least <= steps && steps <= truth.steps.most;
    if (!free && cap && *cap != steps) return false;
    if (!free && (steps < truth.last || steps > truth.steps.most)) return false;
    if (!free) cap = steps;
    farthest = std::max(farthest, steps);
    if (steps > truth.last)
      from = std::min(from.value_or(~std::uint64_t{0}), magnitude(entry.relative));
    return !cap || farthest <= *cap;
  }
};

}  // namespace

std::optional<std::uint64_t> nearest_difference(const Source& source, const Chart& chart) {
  std::optional<std::uint64_t> nearest;
  const bool all = for_each_entry(source, chart, [&](const Entry& entry) {
    if (entry.got != entry.want)
      nearest = std::min(nearest.value_or(~std::uint64_t{0}), magnitude(entry.relative));
    return true;
  });
  return all ? nearest : std::nullopt;
}

std::optional<Finding> uncapped_buckets(const Source& source, const Claim& claim) {
  const auto& formula = claim.chart.waves.formula;
  Side before, after;
  std::uint64_t same = 0;
  const auto explains = [&](const Entry& entry) {
    same += entry.got == entry.want ? 1 : 0;
    const auto truth =
        std::visit([&](const auto& f) { return uncapped(f, entry.relative); }, *formula);
    if (!truth || truth->steps.most <= truth->last) return entry.got == entry.want;
    const double steps = truth->sign * (entry.got - truth->start);
    return (entry.relative < 0 ? before : after).add(entry, *truth, steps);
  };
  if (!for_each_entry(source, claim.chart, explains) || (!before.from && !after.from))
    return std::nullopt;
  if (std::visit([]<class F>(const F&) { return kBefore<F>; }, *formula)) std::swap(before, after);
  const std::uint64_t most = ~std::uint64_t{0};
  const std::uint64_t from = std::min(before.from.value_or(most), after.from.value_or(most));
  Finding found{"buckets-uncapped",
                {{"from", "distance " + std::to_string(from)},
                 {"keys", !after.from    ? "before the query"
                          : !before.from ? "after the query"
                                         : "before and after the query"}},
                static_cast<double>(same) / static_cast<double>(source.rows * source.columns)};
  if (const auto& cap = before.cap && before.from ? before.cap : after.cap; cap && *cap > 0)
    found.parameters["capped-after"] = static_cast<Position>(*cap);
  return found;
}

}  // namespace sextant::verify
