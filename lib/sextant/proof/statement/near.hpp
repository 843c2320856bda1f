#pragma once

#include "sextant/encoding/real/rational.hpp"

namespace sextant::proof {

class Offsets;  // offsets.hpp, which knows intervals

/// An offset and its distance.
struct OffsetDistance {
  Integer offset;
  Rational below, above;  ///< of D(offset)
};

/// The ends have 25 significant decimal digits.
OffsetDistance near(const Offsets& offsets, const Integer& offset);

/// Whether a is certainly nearer than b; throws Error if the enclosures overlap.
bool nearer(const OffsetDistance& a, const OffsetDistance& b);

}  // namespace sextant::proof
