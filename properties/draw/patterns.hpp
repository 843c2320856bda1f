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

/// Finite patterns: one half uniform bits, so that exponents are uniform; the others subnormal, or
/// a step or none from a power of two, the least and the largest number among them.
Gen<Pattern> patterns(const Format& format);

}  // namespace sextant::draw
