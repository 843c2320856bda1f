#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "certificate/arithmetic/rounding.hpp"
#include "certificate/search/progress.hpp"

namespace sextant::certificate {

/// The bits of a float16 or bfloat16 number.
using Pattern = std::uint16_t;

/// The pattern nearest to a number, ties to even; zero has no sign.
Pattern pattern_of(double x, const Format& format);
/// The pattern nearest to every x of a ball; nullopt if there is no such pattern.
std::optional<Pattern> pattern_of(const Real& x, const Format& format);
/// The exact value of a pattern.
double value_of(Pattern pattern, const Format& format);

/// The table of (sin pω_i, cos pω_i), ω_i = base^(−2i/dim), for positions 0 … rows − 1, computed by
/// Arb on all cores.  Throws Refused if 8192 bits do not decide the rounding of an entry.
std::vector<Pattern> patterns(const Fraction& base, int dim, std::uint64_t rows,
                              const Format& format);

}  // namespace sextant::certificate
