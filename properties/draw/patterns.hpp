#pragma once

#include <ostream>
#include <vector>

#include "draw/gen.hpp"
#include "draw/numbers.hpp"

namespace sextant::draw {

const std::vector<Format>& hardware_formats();

/// A bit pattern of a format.
struct Pattern {
  Format format;
  Bits bits = 0;

  Number number() const { return decode(format, bits); }
};
std::ostream& operator<<(std::ostream& out, const Pattern& p);

/// Finite patterns.  Half are uniform bits, so that exponents are uniform.  The others are
/// subnormal, or at most one step from a power of two, including the least and the largest number.
Gen<Pattern> patterns(const Format& format);

}  // namespace sextant::draw
