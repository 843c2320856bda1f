#include "sextant/verify/diagnosis/uncapped_buckets.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "sextant/exact/oracle.hpp"

namespace sextant::verify {
namespace {

/// An entry of a table of buckets or indices.
struct Entry {
  /// Distance as the encoding counts it, from query to key or from key to query.
  Position relative = 0;
  double got = 0, want = 0;
};

/// The keys that are columns.
struct Keys {
  int count = 0;  ///< 0 if rows are relative positions
  int first = 0;  ///< position of the first one
};

/// nullopt if an entry does not belong to a single relative position.
template <class F>
std::optional<Keys> keys_of(const F& f) {
  if constexpr (requires { f.of.keys; }) {
    return Keys{f.of.keys, f.of.first_key};
  } else if constexpr (requires { f.keys; }) {
    return Keys{f.keys, f.first_key};
  } else {
    return std::nullopt;
  }
}

/// Whether relative positions are q − k, positive for keys before the query.
template <class F>
constexpr bool kBefore = std::is_same_v<F, Deberta> || std::is_same_v<F, DebertaIndex>;

/// Limit of distances.
constexpr std::uint64_t kFarthest = std::uint64_t{1} << 62;

/// Calls see(Entry) for all entries until it returns false.  Returns whether all calls returned
/// true.  False without calls if an entry does not belong to a single relative position.
template <class See>
bool for_each_entry(const Source& source, const Chart& chart, const See& see) {
  if (!chart.integral()) return false;
  const Waves& waves = chart.waves;
  const auto keys = std::visit([](const auto& f) { return keys_of(f); }, *waves.formula);
  if (!keys || !is_integer(waves.origin) || abs(waves.scale) != 1) return false;
  const bool before = std::visit([]<class F>(const F&) { return kBefore<F>; }, *waves.formula);
  const int sign = (waves.scale < 0 ? -1 : 1) * (keys->count > 0 && !before ? -1 : 1);
  const Position origin = to_position(waves.origin);
  const exact::Oracle oracle(chart);
  std::unordered_map<std::int64_t, double> known;  // expected values by relative position
  return every_row(source, [&](std::uint64_t row, std::span<const double> values) {
    for (std::size_t k = 0; k < values.size(); ++k) {
      const Position position = source.positions[row] + origin;
      const Channel& channel = chart.channels[k];
      const Position relative =
          sign * (position - (keys->count > 0 ? channel.pair + keys->first : 0));
      if (magnitude(relative) > kFarthest) return false;
      const auto [at, is_new] = known.try_emplace(static_cast<std::int64_t>(relative), 0.0);
      if (is_new) at->second = oracle.nearest(source.format, position - origin, channel).value;
      if (!see(Entry{relative, values[k], at->second})) return false;
    }
    return true;
  });
}

/// The buckets of the keys on one side of the query, without a cap: one bucket per distance up to
/// `exact`, then logarithmic steps.
struct Direction {
  double start = 0, sign = 1;  ///< bucket of distance 0, and the direction of the others
  double last = 0;             ///< last step of the capped claim
  double exact = HUGE_VAL;     ///< largest distance that has a step of its own
  double farthest = 0;         ///< distance that is `more` logarithmic steps from `exact`
  double more = 0;
  bool up = false;  ///< logarithmic steps are rounded up
};

std::optional<Direction> direction(const T5& e, bool after) {
  if (after && !e.bidirectional) return std::nullopt;
  const double buckets = e.buckets_a_direction(), exact = e.buckets_a_direction() / 2;
  return Direction{after ? buckets : 0, 1, buckets - 1, exact, e.max_distance * 1.0,
                   buckets - exact};
}

std::optional<Direction> direction(const DebertaIndex& e, bool after) {
  const double start = e.of.num_buckets, middle = e.of.num_buckets / 2;
  const double farthest = e.of.max_distance - 1.0;
  return after ? Direction{start, 1, start - 1, middle, farthest, middle - 1, true}
               : Direction{start, -1, start, middle, farthest, middle - 1, true};
}

std::optional<Direction> direction(const Shaw& e, bool after) {
  return Direction{e.max_distance * 1.0, after ? 1.0 : -1.0, e.max_distance * 1.0};
}

/// Formulas without a cap.
template <class F>
std::optional<Direction> direction(const F&, bool) {
  return std::nullopt;
}

/// The step of a distance.  If rounding errors of the logarithm decide, `least` and `most` differ.
struct Steps {
  Steps(const Direction& d, double n) : least(n), most(n) {
    // Four roundings of float32: two logarithms, quotient and product.
    constexpr double kRoundings = 0x1p-22;
    if (n <= d.exact) return;
    const double steps = std::log(n / d.exact) / std::log(d.farthest / d.exact) * d.more;
    const double off = kRoundings * std::max(1.0, steps);
    least = d.exact + (d.up ? std::ceil(steps - off) : std::floor(steps - off));
    most = d.exact + (d.up ? std::ceil(steps + off) : std::floor(steps + off));
  }
  double least, most;
};

/// The far keys on one side of the query.
struct Side {
  std::optional<std::uint64_t> from;  ///< smallest distance beyond the claimed cap
  /// Step at which the table's buckets are capped; nullopt if they are not.
  std::optional<double> cap;
  double farthest = 0;

  /// Adds the step of an entry; returns false if no cap explains it.
  bool add(const Entry& entry, const Direction& claimed, const Steps& truth) {
    const double step = claimed.sign * (entry.got - claimed.start);
    const bool free = truth.least <= step && step <= truth.most;
    if (!free) {
      if ((cap && *cap != step) || step < claimed.last || step > truth.most) return false;
      cap = step;
    }
    farthest = std::max(farthest, step);
    if (step > claimed.last)
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
    const bool negative = entry.relative < 0;
    const auto claimed =
        std::visit([&](const auto& f) { return direction(f, !negative); }, *formula);
    if (!claimed) return entry.got == entry.want;
    const Steps truth(*claimed, static_cast<double>(magnitude(entry.relative)));
    if (truth.most <= claimed->last) return entry.got == entry.want;
    return (negative ? before : after).add(entry, *claimed, truth);
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
