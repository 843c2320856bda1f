#pragma once

#include <optional>
#include <string>

#include "sextant/verify/accept/acceptance.hpp"
#include "sextant/verify/rotation/rotated_bounds_check.hpp"

namespace sextant::verify {

/// A program that rotates vectors: its rotation, and the chart and compute format of its tables.
struct Program {
  VectorRotation rotation;
  Chart chart;
  Format compute;
  Given given = Given::no;
  const recipe::Library* library =
      nullptr;  ///< nullptr: the strictest library with which a recipe accepts
  std::optional<Format> angle = std::nullopt;  ///< the format to which angles are rounded
};

/// The sound recipe, with its application, that accepts a whole source; nullopt if there is none.
/// It assumes the library of the program.  If the program has none, it assumes the strictest
/// library with which a recipe accepts.  Of several recipes, the result is the one that matches
/// most bits of a sample.
std::optional<Acceptance> acceptance(const RotatedSource& source, const Program& program,
                                     const Progress& progress = {});

/// The number of places and of leads in a sample.
inline constexpr std::uint64_t kPlacesTried = 64, kLeadsTried = 4;

/// The largest fraction of a sample's numbers that some recipe matches bit for bit, sound or not.
double best_match(const RotatedSource& source, const Program& program);

/// A recipe that matches every bit, and its application.
struct Making {
  std::string recipe, application;
};
/// The first recipe, sound or not, that matches every bit of a source; nullopt if there is none.
std::optional<Making> bitwise_matching(const RotatedSource& source, const Program& program);

/// The bounds result with the fewest violations, among the likeliest sound recipes. nullopt if it
/// has none, or more than a few.
std::optional<BoundsResult> damage(const RotatedSource& source, const Program& program);

}  // namespace sextant::verify
