#pragma once

#include "sextant/exact/oracle.hpp"
#include "sextant/verify/accept/acceptance.hpp"

namespace sextant::verify {

/// The distance by which a violating entry exceeds its bound.  If the bound is vacuous: the
/// distance to the nearest wave that the recipe can compute.
struct Overshoot {
  double size = 0;
  double library = 0;  ///< the part that another library can explain; verdict.md, (17)
  double bound = 0;    ///< 0 if it is vacuous

  /// Whether another library can have made the entry.
  bool near() const { return size <= library; }
  /// Whether the error exceeds twice what the bound and the library allow; with a vacuous bound,
  /// 16 times the library's part.
  bool gross() const { return bound > 0 ? size > bound + 2 * library : size > 16 * library; }
};
Overshoot overshoot(const Violation& place, const Sound& sound, const exact::Oracle& oracle,
                    const Format& store);

}  // namespace sextant::verify
