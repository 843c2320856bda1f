#include "sextant/proof/lattice/blocks.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>

#include <tbb/parallel_for.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/number/ends.hpp"
#include "sextant/proof/statement/offsets.hpp"

namespace sextant::proof {
namespace {

constexpr int kMostLevels = 40;
/// A pair that turns by more than this over half an interval gives too weak a bound.
constexpr double kUsefulTurn = 0.30;

/// A double ≥ x.
double at_least(const Rational& x) { return double_above(enclose<Wide>(x)); }

/// A lower bound of sin²(π·u·2⁻⁶⁴), u ≤ 2⁶³: the series up to its fourth term, minus 2⁻⁴⁴ of it.
///                                                                                         (5), (6)
double square_below(std::uint64_t u) {
  const double x = static_cast<double>(u) * (3.141592653589793 * 0x1p-64), z = x * x;
  return z * (1 + z * (-1.0 / 3 + z * (2.0 / 45 - z * (1.0 / 315)))) * (1 - 0x1p-44);
}

std::uint64_t away_from_whole(std::uint64_t phase) {
  return static_cast<std::int64_t>(phase) < 0 ? ~phase + 1 : phase;
}

/// The search, shared by threads.  Its limit is that of Σ sin², a fourth of D, with room for the
/// roundings of a sum of up to 4096 terms.                                                      (7)
class Hunt {
 public:
  Hunt(const Offsets& offsets, Rational threshold, bool fall)
      : offsets_(offsets), threshold_(std::move(threshold)), fall_(fall), limit_(limit()) {}

  double limit_now() const { return limit_.load(std::memory_order_relaxed); }

  void meet(std::uint64_t k) {
    const OffsetDistance here = near(offsets_, k);
    const std::scoped_lock lock(mutex_);
    if (here.below > threshold_) return;
    if (here.above > threshold_)
      throw Error("whether D(" + here.offset.str() + ") exceeds the threshold cannot be decided");
    found_.push_back(here);
    if (!fall_) return;
    threshold_ = here.above;
    limit_.store(limit(), std::memory_order_relaxed);
  }

  std::vector<OffsetDistance> found() {
    std::erase_if(found_, [&](const OffsetDistance& n) { return n.below > threshold_; });
    std::sort(found_.begin(), found_.end(),
              [](const OffsetDistance& a, const OffsetDistance& b) { return a.offset < b.offset; });
    return std::move(found_);
  }

 private:
  double limit() const { return at_least(threshold_) / 4 * (1 + 0x1p-38); }

  const Offsets& offsets_;
  Rational threshold_;
  bool fall_;
  std::atomic<double> limit_;
  std::vector<OffsetDistance> found_;
  std::mutex mutex_;
};

/// One thread's traversal of the blocks.
struct Walk {
  const std::vector<std::uint64_t>& steps;
  const std::vector<int>& starts;
  Hunt& hunt;
  std::uint64_t from, last;

  /// Whether D exceeds the limit at all offsets within `half` of the middle.               (3), (4)
  bool dropped(std::uint64_t middle, std::uint64_t half, int level) const {
    const double limit = hunt.limit_now();
    const std::uint64_t slack = middle + half;
    double sum = 0;
    for (std::size_t i = static_cast<std::size_t>(starts[static_cast<std::size_t>(level)]);
         i < steps.size(); ++i) {
      const std::uint64_t away = away_from_whole(middle * steps[i]);
      const std::uint64_t reach = half * steps[i] + slack;
      if (away <= reach) continue;
      sum += square_below(away - reach);
      if (sum > limit) return true;
    }
    return false;
  }

  void single(std::uint64_t k) const {
    if (k < from || k > last) return;
    const double limit = hunt.limit_now();
    double sum = 0;
    for (std::size_t i = steps.size(); i-- > 0;) {
      const std::uint64_t away = away_from_whole(k * steps[i]);
      if (away > k) sum += square_below(away - k);
      if (sum > limit) return;
    }
    hunt.meet(k);
  }

  void block(std::uint64_t first, int level) const {
    if (first > last || first + (std::uint64_t{1} << level) <= from) return;
    if (level == 0) return single(first);
    const std::uint64_t half = std::uint64_t{1} << (level - 1);
    if (dropped(first + half, half, level)) return;
    block(first, level - 1);
    block(first + half, level - 1);
  }
};

}  // namespace

Blocks::Blocks(const Offsets& offsets) : offsets_(offsets) {
  if (offsets.pairs() > 4096) throw Error("more than 4096 pairs");
  for (int i = 0; i < offsets.pairs(); ++i) {
    const Integer whole = nearest_integer(ldexp(offsets.turns(i), 64));
    const Integer turn = Integer(1) << 64;
    steps_.push_back(static_cast<std::uint64_t>(Integer(((whole % turn) + turn) % turn)));
  }
  starts_.assign(1, 0);
  for (int level = 1; level <= kMostLevels; ++level) {
    const double half = std::ldexp(1.0, level - 1);
    // All pairs from the start on are slow: within a block they turn by less than a whole turn.
    const auto fast = std::find_if(steps_.rbegin(), steps_.rend(), [&](std::uint64_t step) {
      return half * static_cast<double>(step) > kUsefulTurn * 0x1p64;
    });
    if (fast == steps_.rbegin()) break;
    starts_.push_back(static_cast<int>(steps_.rend() - fast));
    top_ = level;
  }
}

std::vector<OffsetDistance> Blocks::search(std::uint64_t first, std::uint64_t last,
                                           Rational threshold, bool fall,
                                           const TheoremProgress& progress) const {
  if (last >> 50 != 0) throw Error("blocks reach offsets below 2^50; use the lattice beyond");
  if (first < 1 || first > last) throw Error("there is no offset in the range");
  Hunt hunt(offsets_, std::move(threshold), fall);
  const Walk walk{steps_, starts_, hunt, first, last};
  const std::uint64_t begin = first >> top_, end = (last >> top_) + 1;
  std::atomic<std::uint64_t> done = 0;
  const auto some = [&](const tbb::blocked_range<std::uint64_t>& blocks) {
    for (std::uint64_t b = blocks.begin(); b < blocks.end(); ++b) walk.block(b << top_, top_);
    const std::uint64_t now = done += blocks.size();
    if (progress) progress(static_cast<double>(now) / static_cast<double>(end - begin));
  };
  const std::uint64_t grain =
      std::clamp<std::uint64_t>((end - begin) / 4096, 1, std::uint64_t{1} << 16);
  tbb::parallel_for(tbb::blocked_range<std::uint64_t>(begin, end, grain), some,
                    tbb::simple_partitioner());
  return hunt.found();
}

}  // namespace sextant::proof
