#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sextant::exact {
class Oracle;
}

namespace sextant::verify {

struct Source;
struct Claim;

/// What the columns of one pair show, as far as they show it.
struct ObservedPair {
  int pair = 0;
  std::vector<std::size_t> columns;
  bool fits = true;                 ///< all entries looked at are as near as roundings leave them
  double claimed = 0;               ///< the frequency that the encoding says
  std::optional<double> frequency;  ///< radians per position
  double frequency_error = 0;       ///< about how far that may be off
  std::optional<double> amplitude;
  std::optional<double> constant;  ///< the one number that its columns have in all rows
  std::optional<double> phase;     ///< at the first row, less what the encoding says, in [-pi, pi]
};

/// What some rows of a table show that nothing explains, so that the fault is located all the same.
struct Observations {
  std::uint64_t rows = 0;
  std::vector<ObservedPair> pairs;

  /// The columns of pairs that fit, or of those that do not, in ascending order.
  std::vector<std::size_t> columns(bool fitting) const;
};

inline constexpr std::uint64_t kRowsSeen = 64;

/// The pairs of `rows` rows from `first` on; nullopt if a table holds other things than waves, or
/// fewer than two rows are left.                                                verdict.md, (16)
std::optional<Observations> observe(const Source& source, const Claim& claim,
                                    const exact::Oracle& oracle, std::uint64_t first = 0,
                                    std::uint64_t rows = kRowsSeen);

/// What the pairs that do not fit have in common, in words: a factor of their frequencies, those of
/// another pair, or a phase; nullopt if it is none of these.
std::optional<std::string> common_words(const Observations& seen);

/// The pairs that do not fit, one by one, a few of them.
std::string observation_words(const Observations& seen);

}  // namespace sextant::verify
