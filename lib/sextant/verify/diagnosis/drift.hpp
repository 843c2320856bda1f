#pragma once

#include <optional>
#include <string>

#include "sextant/encoding/position/position.hpp"

namespace sextant::verify {

struct Claim;
struct Candidate;

/// A phase error, in radians, that is no rounding of a 16-bit table any more.
inline constexpr double kOffByMuch = 0.1;

/// Where a fault has turned some phase by more than kOffByMuch, turns and all.
struct Drift {
  Position from = 0;        ///< the first position, not negative, where it has
  int pair = 0;             ///< of which pair
  bool always = true;       ///< at all later positions too
  std::uint64_t parts = 1;  ///< what positions count
};

/// What a candidate's own phases say against those of a claim; nothing where columns are other
/// ones, where no phase moves, or where no position of the encoding is that far on. verdict.md,
/// (14)
std::optional<Drift> drift(const Claim& claim, const Candidate& candidate);

/// The pairs whose frequencies a candidate changes, as ranges.  nullopt if it changes all of them,
/// or all but the one of frequency 1; if it has other columns; or if another fault came before it.
std::optional<std::string> changed_pairs(const Claim& claim, const Candidate& candidate);

/// "from position 512 on …"; of a difference that is there at once, without a position.
std::string drift_words(const Drift& drift);

}  // namespace sextant::verify
