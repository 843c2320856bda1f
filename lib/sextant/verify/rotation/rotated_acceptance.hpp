#pragma once

#include <optional>
#include <string>

#include "sextant/verify/accept/acceptance.hpp"
#include "sextant/verify/accept/given.hpp"
#include "sextant/verify/rotation/rotated_bounds_check.hpp"

namespace sextant::verify {

/// A program that rotates vectors: its rotation, and the chart and compute format of its tables.
struct Program {
  VectorRotation rotation;
  Chart chart;
  Format compute;
  Given given = Given::no;
  const recipe::Library* library = nullptr;  ///< nullptr: the strictest that accepts
};

/// The sound recipe, with the application, that accepts a whole source; nullopt if there is none.
/// It assumes the library of the program or, if that has none, the strictest that accepts.  If
/// there are several recipes, it is the one that matches most bits of a sample.
std::optional<Acceptance> acceptance(const RotatedSource& source, const Program& program,
                                     const Progress& progress = {});

/// The number of positions and of leads of a sample.
inline constexpr std::uint64_t kPlacesTried = 64, kLeadsTried = 4;

/// The largest fraction of numbers that a recipe matches bit for bit, in a sample.
double best_match(const RotatedSource& source, const Program& program);

/// A recipe that matches every bit, and its application.
struct Making {
  std::string recipe, application;
};
std::optional<Making> bitwise_matching(const RotatedSource& source, const Program& program);

/// The bounds result with the fewest violations; nullopt if there are none, or more than a few.
std::optional<BoundsResult> damage(const RotatedSource& source, const Program& program);

}  // namespace sextant::verify
