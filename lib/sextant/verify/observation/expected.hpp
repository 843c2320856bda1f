#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "sextant/exact/oracle.hpp"
#include "sextant/verify/rows/claim.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// What a chart means at a position, in doubles, and how far off a sound program's entries may be
/// under any library on whose word tables pass.  It locates and ranks, and proves nothing.
class Expected {
 public:
  /// The chart must outlive this.
  Expected(const Chart& chart, const recipe::ComputeFormats& formats);

  /// Fills a row.  Where rounding errors leave no digit of a wave, `want` is 0, and `within` is
  /// negative: beyond its magnitude no wave is.
  void row(Position position, std::span<double> want, std::span<double> within) const;

 private:
  /// The tolerance of an entry as a fraction of its size, for an angle.
  double part(double angle) const { return fixed_ + growing_ * std::abs(angle); }

  const Waves& waves_;
  const std::vector<Channel>& channels_;
  recipe::ComputeFormats formats_;
  std::vector<PairChannels> pairs_;
  std::vector<std::size_t> others_;              ///< channels that are no waves
  std::unique_ptr<const exact::Oracle> oracle_;  ///< for these alone
  std::vector<double> frequencies_, phases_;
  double scale_, origin_, amplitude_, fixed_, growing_, least_, most_;
};

/// Row numbers below `all`, ascending: all, or `most` of them spread so that no period hides.
std::vector<std::uint64_t> spread(std::uint64_t all, std::uint64_t most);

/// Whether a tolerance of Expected leaves something to say of an entry.
inline bool is_informative(double within) { return !std::signbit(within); }
/// Whether an entry is as far off as no sound program's is.
bool disagrees(double got, double want, double within, const Format& store);

/// The rows of a table beside what is expected of them.
struct ComparedRows {
  std::uint64_t rows = 0;
  std::size_t columns = 0;
  Format format;
  /// Fills `count` rows from `first` on.  Thread-safe.
  std::function<void(std::uint64_t first, std::uint64_t count, std::span<double> got,
                     std::span<double> want, std::span<double> within)>
      read;

  std::uint64_t block() const {
    return std::max<std::uint64_t>(1, 65536 / std::max<std::size_t>(columns, 1));
  }
};

/// The source and `expected` must outlive the result.
ComparedRows compared(const Source& source, const Expected& expected);

}  // namespace sextant::verify
