#include "certificate/search/blocks.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

#include "certificate/arithmetic/error.hpp"

namespace sextant::certificate {
namespace {

// Limits the time to hours, and the memory: about 2²⁶ intervals take a second.
constexpr std::uint64_t kMostIntervals = std::uint64_t{1} << 37;
constexpr std::size_t kMostSurvivors = std::size_t{1} << 20;

/// The data of a walk that cores share.
struct Tree {
  const Prefilter& prefilter;
  std::uint64_t last;
  std::vector<std::size_t> starts;
  std::vector<std::vector<std::uint64_t>> strays;  ///< of a level
};

/// One core's part.
struct Part {
  const Tree& tree;
  std::uint64_t intervals = 0;
  std::vector<std::uint64_t> survivors = {};

  bool full() const { return survivors.size() >= kMostSurvivors; }

  /// The offsets from a to a + 2^level − 1.
  void descend(std::uint64_t a, std::size_t level) {
    if (a > tree.last || full()) return;
    ++intervals;
    if (level == 0) {
      if (a != 0 && !tree.prefilter.rules_out(a)) survivors.push_back(a);
      return;
    }
    const std::uint64_t half = std::uint64_t{1} << (level - 1);
    if (tree.starts[level] < tree.prefilter.pairs() &&
        tree.prefilter.rules_out(a + half, tree.strays[level], tree.starts[level]))
      return;
    descend(a, level - 1);
    descend(a + half, level - 1);
  }
};

/// A range of the top blocks, on all cores.
class Round {
 public:
  Round(const Tree& tree, std::uint64_t begin, std::uint64_t end)
      : tree_(tree), next_(begin), end_(end) {}

  void run() {
    std::vector<std::jthread> others;
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    for (unsigned k = 1; k < cores; ++k) others.emplace_back([this] { work(); });
    work();
    others.clear();  // waits for the tasks
    std::sort(survivors.begin(), survivors.end());
  }

  std::uint64_t intervals = 0;
  std::vector<std::uint64_t> survivors = {};
  bool full = false;

 private:
  void work() {
    constexpr std::uint64_t kPiece = 16;
    const std::size_t top = tree_.starts.size() - 1;
    Part part{tree_};
    for (;;) {
      const std::uint64_t begin = next_.fetch_add(kPiece);
      if (begin >= end_ || part.full()) break;
      for (std::uint64_t b = begin; b < std::min(begin + kPiece, end_); ++b)
        part.descend(b << top, top);
    }
    const std::lock_guard lock(mutex_);
    intervals += part.intervals;
    full = full || part.full();
    survivors.insert(survivors.end(), part.survivors.begin(), part.survivors.end());
  }

  const Tree& tree_;
  std::atomic<std::uint64_t> next_;
  std::uint64_t end_;
  std::mutex mutex_;
};

Tree tree_of(const Blocks& blocks, std::uint64_t last, const Prefilter& prefilter) {
  Tree tree{prefilter, last, {blocks.starts.begin(), blocks.starts.end()}, {{}}};
  for (int level = 1; level <= blocks.top; ++level)
    tree.strays.push_back(prefilter.strays(std::uint64_t{1} << (level - 1)));
  return tree;
}

}  // namespace

std::uint64_t walk_blocks(const Blocks& blocks, const Integer& last, const Prefilter& prefilter,
                          Ledger& ledger, const Progress& progress) {
  if (last.bits() > 62) throw Refused("blocks end below 2^62; use a lattice beyond");
  const std::uint64_t end = fmpz_get_ui(last.get());
  const Tree tree = tree_of(blocks, end, prefilter);
  const std::uint64_t tops = (end >> blocks.top) + 1;
  const std::uint64_t stride = tops / 512 + 1;
  std::uint64_t intervals = 0;
  for (std::uint64_t begin = 0; begin < tops; begin += stride) {
    Round round(tree, begin, std::min(begin + stride, tops));
    round.run();
    for (const std::uint64_t k : round.survivors) {
      Integer offset;
      fmpz_set_ui(offset.get(), k);
      ledger.settle(offset);
    }
    intervals += round.intervals;
    if (round.full) throw Refused("blocks leave too many single offsets: 2^20 in one stretch");
    if (intervals > kMostIntervals) throw Refused("blocks take more than 2^37 intervals");
    if (progress) progress(static_cast<double>(begin) / static_cast<double>(tops));
  }
  return intervals;
}

}  // namespace sextant::certificate
