#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "draw/gen.hpp"
#include "draw/patterns.hpp"

/// Bit patterns of a format as they may stand in a file, NaNs and infinities among them.
namespace sextant::draw {

enum class Kind : unsigned char { zero, subnormal, normal, boundary, largest, infinite, nan };
inline constexpr std::array<std::string_view, 7> kKinds = {
    "zero", "subnormal", "normal", "boundary", "largest", "infinite", "nan"};

/// The fields of a pattern.
struct Fields {
  Bits fraction = 0, exponent = 0;
  bool negative = false;
};
Fields fields(const Pattern& p);
Pattern pattern(const Format& format, const Fields& f);
Bits last_exponent(const Format& f);

/// What is special about it; a boundary is a power of two or a step below one.
Kind kind_of(const Pattern& p);

/// How much there is to a pattern: shrinking takes from it.  A significand of fewer bits is
/// simpler, then an exponent nearer to that of 1, then a positive number.
std::array<int, 3> intricacy(const Pattern& p);

/// The patterns a step simpler, the simplest first, of the same kind but for numbers beside 1: a
/// NaN shrinks to a NaN, and what is subnormal stays so while it has bits.
std::vector<Pattern> simpler(const Pattern& p);

/// Every kind, each sign: half of them uniform bits, so that exponents are uniform.
Gen<Pattern> all_patterns(const Format& format);

}  // namespace sextant::draw
