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

/// Observations of the columns of one pair.
struct ObservedPair {
  int pair = 0;
  std::vector<std::size_t> columns;
  bool fits = true;                 ///< all sampled entries are within rounding errors of the claim
  double claimed = 0;               ///< claimed frequency, in radians per position
  std::optional<double> frequency;  ///< observed frequency, in radians per position
  double frequency_error = 0;       ///< estimated error of `frequency`
  std::optional<double> amplitude;
  std::optional<double> constant;  ///< the number that all entries of its columns equal
  /// Observed minus claimed phase at the first row, in [−π, π] radians.
  std::optional<double> phase;
};

/// Observations of some rows of an unexplained table, which locate the fault.
struct Observations {
  std::uint64_t rows = 0;
  std::vector<ObservedPair> pairs;

  /// Returns the columns of all pairs that fit, or of all that do not, ascending.
  std::vector<std::size_t> columns(bool fitting) const;
};

inline constexpr std::uint64_t kRowsSeen = 64;

/// Returns observations of at most kRowsSeen rows from `first` on. nullopt if the table holds no
/// waves or fewer than two rows remain.
///                                                                                 verdict.md, (16)
std::optional<Observations> observe(const Source& source, const Claim& claim,
                                    const exact::Oracle& oracle, std::uint64_t first = 0,
                                    std::uint64_t rows = kRowsSeen);

/// Returns in words what the pairs that do not fit have in common: a factor of their frequencies,
/// the frequencies of other pairs, or a phase. nullopt if they have none of these in common.
std::optional<std::string> common_words(const Observations& seen);

/// Returns a description of the first few pairs that do not fit, one line each.
std::string observation_words(const Observations& seen);

}  // namespace sextant::verify
