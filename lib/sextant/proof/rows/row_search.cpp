#include "sextant/proof/rows/row_search.hpp"

#include <algorithm>

#include "sextant/measure/prefilter/sweep.hpp"

namespace sextant::proof {
namespace {

constexpr Position kRowsAtOnce = Position{1} << 16;
constexpr std::uint64_t kGrain = 256;

/// The collision of the smallest later position: a commutative monoid.
struct Earliest {
  std::optional<Collision> found;

  void merge(const Earliest& other) {
    if (!found || (other.found && other.found->later < found->later)) found = other.found;
  }
};

/// The collision of a later position.  It exists and is unique, because all earlier rows are
/// distinct.
std::optional<Collision> collision(const exact::Entries& entries,
                                   const std::vector<Position>& offsets, Position later) {
  for (const Position k : offsets) {
    if (k > later) break;
    if (equal_rows(entries, later - k, later)) return Collision{later - k, later};
  }
  return std::nullopt;
}

/// The first collision of later positions in [begin, end).
Earliest block(const exact::Entries& entries, const std::vector<Position>& offsets, Position begin,
               Position end) {
  const auto fold = [&](std::uint64_t from, std::uint64_t to, Earliest& result) {
    const Position stop = begin + static_cast<Position>(to);
    for (Position q = begin + static_cast<Position>(from); q < stop && !result.found; ++q)
      result.found = collision(entries, offsets, q);
  };
  return measure::sweep<Earliest>(static_cast<std::uint64_t>(end - begin), kGrain, fold);
}

/// Pairs of rows with their later position in [begin, end).
std::uint64_t pairs(const std::vector<Position>& offsets, Position begin, Position end) {
  std::uint64_t sum = 0;
  for (const Position k : offsets)
    sum += static_cast<std::uint64_t>(std::max<Position>(end - std::max(begin, k), 0));
  return sum;
}

}  // namespace

RowSearch::Answer RowSearch::run(const exact::Entries& entries,
                                 const TheoremProgress& progress) const {
  Answer answer{.found = std::nullopt, .settled = last, .pairs = 0};
  if (offsets.empty()) return answer;
  for (Position begin = std::max(first, offsets.front()); begin <= last; begin += kRowsAtOnce) {
    const Position end = std::min(begin + kRowsAtOnce, last + 1);
    const std::uint64_t more = pairs(offsets, begin, end);
    if (answer.pairs + more > most) {
      answer.settled = begin - 1;
      return answer;
    }
    answer.found = block(entries, offsets, begin, end).found;
    answer.pairs += more;
    if (answer.found) return answer;
    if (progress) progress(static_cast<double>(answer.pairs) / static_cast<double>(most));
  }
  return answer;
}

}  // namespace sextant::proof
