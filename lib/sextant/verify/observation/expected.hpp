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

/// The expected entries of a chart in doubles, and how far off a sound program may be with any
/// accepted library.  Used to locate and rank differences; it proves nothing.
class Expected {
 public:
  /// The chart must outlive this object.
  Expected(const Chart& chart, const recipe::ComputeFormats& formats);

  /// Fills the expected values and tolerances of a row.  If rounding errors leave no digit of a
  /// wave, `want` is 0 and `within` is negative; its size is then the largest magnitude that an
  /// entry may have.
  void row(Position position, std::span<double> want, std::span<double> within) const;

 private:
  /// Returns the relative tolerance of an entry for an angle.
  double part(double angle) const { return fixed_ + growing_ * std::abs(angle); }

  const Waves& waves_;
  const std::vector<Channel>& channels_;
  recipe::ComputeFormats formats_;
  std::vector<PairChannels> pairs_;
  std::vector<std::size_t> others_;              ///< channels that are no waves
  std::unique_ptr<const exact::Oracle> oracle_;  ///< exact values, for `others_` only
  std::vector<double> frequencies_, phases_;
  double scale_, origin_, amplitude_, fixed_, growing_, least_, most_;
};

/// Returns ascending row numbers below `all`: all of them, or at most `most`, spread so that no
/// period of rows is missed.
std::vector<std::uint64_t> spread(std::uint64_t all, std::uint64_t most);

/// Returns whether a tolerance of Expected excludes any plausible value.
inline bool is_informative(double within) { return !std::signbit(within); }
/// Returns whether an entry is too far off for every sound program.
bool disagrees(double got, double want, double within, const Format& store);

/// The rows of a table with their expected values.
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

/// Returns the rows of a source with the values of `expected`.  Both must outlive the result.
ComparedRows compared(const Source& source, const Expected& expected);

}  // namespace sextant::verify
