#pragma once

#include <optional>
#include <string>

#include "sextant/encoding/position/position.hpp"

namespace sextant::verify {

struct Claim;
struct Candidate;

/// A phase error, in radians, that is too large for a rounding error of a 16-bit table.
inline constexpr double kOffByMuch = 0.1;

/// The first position at which a fault changes the phase of a pair by more than kOffByMuch.  The
/// phase is not reduced modulo a turn.
struct Drift {
  Position from = 0;        ///< first such position, not negative
  int pair = 0;             ///< number of the pair
  bool always = true;       ///< the same holds at all later positions
  std::uint64_t parts = 1;  ///< denominator of positions
};

/// Returns the first large phase error of a candidate against a claim. nullopt if the columns
/// differ, if the candidate names a recipe or moves rows, if no phase changes that much, or if the
/// position is beyond 2⁶².
///                                                                                 verdict.md, (14)
std::optional<Drift> drift(const Claim& claim, const Candidate& candidate);

/// Returns the pairs whose frequencies a candidate changes, as ranges. nullopt if it changes none,
/// all, or all except pairs of frequency 1; if it changes columns or scale; or if it has a second
/// cause.
std::optional<std::string> changed_pairs(const Claim& claim, const Candidate& candidate);

/// Returns the drift in words: "from position 512 on …". If the drift starts at position 0, no
/// position is named.
std::string drift_words(const Drift& drift);

}  // namespace sextant::verify
