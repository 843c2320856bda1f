#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "draw/gen.hpp"
#include "draw/patterns.hpp"

/// Bit patterns of a format as a file may contain them, including NaNs and infinities.
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

/// The kind of a pattern.  A boundary is a power of two, or the number below one.
Kind kind_of(const Pattern& p);

/// The complexity of a pattern, which shrinking reduces.  First it compares the bits set in the
/// fraction, then the distance of the exponent from that of 1, then the sign.
std::array<int, 3> intricacy(const Pattern& p);

/// The patterns that are a step simpler, the simplest first.  Infinities stay infinities, and NaNs
/// stay NaNs.  A subnormal number keeps its exponent.
std::vector<Pattern> simpler(const Pattern& p);

/// Patterns of every kind and both signs.  Half of them are uniform bits, so that exponents are
/// uniform.
Gen<Pattern> all_patterns(const Format& format);

}  // namespace sextant::draw
