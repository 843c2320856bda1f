#pragma once

#include <optional>
#include <string>

#include "sextant/verify/accept/acceptance.hpp"
#include "sextant/verify/accept/given.hpp"
#include "sextant/verify/rotation/rotated_bounds_check.hpp"

namespace sextant::verify {

/// A program that rotates vectors: its rotation, and the chart of its tables.
struct Program {
  VectorRotation rotation;
  Chart chart;
  Format compute;
  Given given = Given::no;
};

/// The sound recipe, and how it is applied, whose bounds hold for a whole source; nullopt if there
/// is none.  Of several it is the one that matches most bits.
std::optional<Acceptance> acceptance(const RotatedSource& source, const Program& program,
                                     const Progress& progress = {});

/// The size of a sample of vectors.
inline constexpr std::uint64_t kPlacesTried = 64, kLeadsTried = 4;

/// The fraction of bits that the best recipe matches; of a sample if the source is long.
double best_match(const RotatedSource& source, const Program& program);

/// The first recipe of the catalogue that matches every bit, and how it is applied.
struct Making {
  std::string recipe, application;
};
std::optional<Making> bitwise_matching(const RotatedSource& source, const Program& program);

/// The cover that leaves fewest numbers outside; nullopt if those are not a few, or none.
std::optional<BoundsResult> damage(const RotatedSource& source, const Program& program);

}  // namespace sextant::verify
