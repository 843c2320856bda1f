#pragma once

#include "sextant/encoding/real/rational.hpp"

namespace sextant::proof {

class Offsets;  // offsets.hpp, which knows intervals

/// An offset, and its distance.
struct OffsetDistance {
  Integer offset;
  Rational below, above;  ///< of D(offset)
};

/// With ends of 25 significant decimal digits.
OffsetDistance near(const Offsets& offsets, const Integer& offset);

/// a certainly nearer than b; throws Error if the enclosures do not tell.
bool nearer(const OffsetDistance& a, const OffsetDistance& b);

}  // namespace sextant::proof
