#include <algorithm>
#include <bit>
#include <cmath>

#include "sextant/encoding/real/error.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/verify/candidate/candidate_lists.hpp"
#include "sextant/verify/observation/expected.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kFew = 128, kMany = 1 << 14;  ///< entries compared
constexpr int kFarthest = 1 << 20;                    ///< the largest distance tried
constexpr int kFewest = 2, kMost = 1 << 12;           ///< numbers of buckets tried: powers of two

/// The buckets themselves, or those that an index is made of.
T5& buckets(T5& e) { return e; }
Deberta& buckets(Deberta& e) { return e; }
Deberta& buckets(DebertaIndex& e) { return e.of; }

/// The value of distance 0.
double middle(const DebertaIndex& e) { return e.of.num_buckets; }
double middle(const auto&) { return 0; }

/// A sample of a table's entries.
class Sample {
 public:
  /// At most about `most` entries, all of them at the edges of the table: the edges have every
  /// distance.
  Sample(const Source& source, const Claim& claim, std::uint64_t most)
      : chart_(claim.chart), format_(source.format) {
    const std::vector<std::uint64_t> ends = {0, source.columns - 1};
    const auto columns = spread(source.columns, most / 4);
    std::vector<std::uint64_t> rows = spread(source.rows, most / 4);
    if (rows.front() != 0) rows.insert(rows.begin(), 0);
    if (rows.back() != source.rows - 1) rows.push_back(source.rows - 1);
    for (const std::uint64_t r : rows) {
      const std::vector<double> row = source.row(r);
      for (const std::uint64_t c : r == 0 || r + 1 == source.rows ? columns : ends)
        entries_.push_back({source.positions[r], static_cast<std::size_t>(c), row[c]});
    }
  }

  struct Difference {
    double farther = 0;  ///< how much larger the table's steps are in sum
    bool equal = true;
  };
  /// Compares the sample with a formula's values; nullopt if the formula is none.
  template <class F>
  std::optional<Difference> difference(const F& formula) const {
    Chart other = chart_;
    other.waves.formula = formula;
    try {
      (void)chart(formula);
      const exact::Oracle oracle(other);
      Difference found;
      for (const Entry& e : entries_) {
        const double want = oracle.nearest(format_, e.position, other.channels[e.column]).value;
        found.equal &= want == e.got;
        found.farther += std::abs(e.got - middle(formula)) - std::abs(want - middle(formula));
      }
      return found;
    } catch (const Error&) {
      return std::nullopt;
    }
  }

 private:
  struct Entry {
    Position position;
    std::size_t column;
    double got;
  };
  const Chart& chart_;
  Format format_;
  std::vector<Entry> entries_;
};

/// Largest distances: `first` is the smallest, `end` follows the largest.
struct Distances {
  int first = 1, end = kFarthest;
};

/// The largest distances among some with which a formula agrees with a sample; nullopt if there is
/// none.  Buckets fall if the largest distance grows.
template <class F>
std::optional<Distances> agreeing(const Sample& sample, F formula, const Distances& among) {
  const auto at = [&](int distance) {
    buckets(formula).max_distance = distance;
    return sample.difference(formula);
  };
  const auto first = [&](const auto& enough) {
    int low = among.first, high = among.end;
    while (low < high) {
      const int half = low + (high - low) / 2;
      const auto found = at(half);
      if (found && enough(found->farther))
        high = half;
      else
        low = half + 1;
    }
    return low;
  };
  const Distances found{first([](double farther) { return farther >= 0; }),
                        first([](double farther) { return farther > 0; })};
  const auto difference = found.first < found.end ? at(found.first) : std::nullopt;
  return difference && difference->equal ? std::optional(found) : std::nullopt;
}

/// One of some distances: the claimed one, a power of two, or the smallest.
int plainest(const Distances& among, int claimed) {
  if (among.first <= claimed && claimed < among.end) return claimed;
  const auto power = static_cast<int>(std::bit_ceil(static_cast<unsigned>(among.first)));
  return power < among.end ? power : among.first;
}

}  // namespace

std::vector<Candidate> bucket_candidates(const Source& source, const Claim& claim) {
  std::vector<Candidate> candidates;
  const auto add = [&]<class F>(const F& formula) {
    if constexpr (std::is_same_v<F, Shaw>) {  // its largest index is twice the largest distance
      double most = 0;
      every_row(source, [&](std::uint64_t, std::span<const double> row) {
        most = std::max(most, *std::max_element(row.begin(), row.end()));
        return true;
      });
      Shaw other = formula;
      other.max_distance = static_cast<int>(std::clamp(most / 2, 0.0, 1.0 * kFarthest));
      if (other == formula) return;
      candidates.push_back(
          as_claimed(claim, "bucket-parameters", {{"max-distance", Position{other.max_distance}}}));
      candidates.back().truth.waves.formula = other;
    }
    if constexpr (requires(F f) { buckets(f); }) {
      F other = formula;
      const int claimed = buckets(other).num_buckets, distance = buckets(other).max_distance;
      std::vector<int> numbers = {claimed};
      for (int n = kFewest; n <= kMost; n *= 2)
        if (n != claimed) numbers.push_back(n);
      const Sample few(source, claim, kFew), many(source, claim, kMany);
      for (const int n : numbers) {
        buckets(other).num_buckets = n;
        auto distances = agreeing(few, other, {});
        if (distances) distances = agreeing(many, other, *distances);
        if (!distances) continue;
        buckets(other).max_distance = plainest(*distances, distance);
        Parameters said;
        if (n != claimed) said["num-buckets"] = n;
        if (buckets(other).max_distance != distance)
          said["max-distance"] = buckets(other).max_distance;
        candidates.push_back(as_claimed(claim, "bucket-parameters", std::move(said)));
        candidates.back().truth.waves.formula = other;
      }
    }
  };
  if (const auto& formula = claim.chart.waves.formula) std::visit(add, *formula);
  return candidates;
}

}  // namespace sextant::verify
