#pragma once

#include "sextant/exact/oracle.hpp"
#include "sextant/verify/accept/grant.hpp"

namespace sextant::verify {

/// How far an entry outside is beyond what a recipe may have made there: beyond its bound, or,
/// where that says nothing, from the nearest of the waves that the recipe makes.
struct Excess {
  double size = 0;
  double library = 0;  ///< what of it another library would explain     verdict.md, (17)
  double granted = 0;  ///< by the bound, where it says something

  /// Whether another library may have made the entry.
  bool near() const { return size <= library; }
  /// Whether it is off by far more than that: twice all that is granted, or sixteen times.
  bool gross() const { return granted > 0 ? size > granted + 2 * library : size > 16 * library; }
};
Excess excess(const Outside& place, const Sound& sound, const exact::Oracle& oracle,
              const Format& store);

}  // namespace sextant::verify
