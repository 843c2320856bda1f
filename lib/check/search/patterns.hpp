#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "check/arithmetic/rounding.hpp"
#include "check/search/progress.hpp"

namespace sextant::check {

/// A number of float16 or bfloat16, as its bits.
using Pattern = std::uint16_t;

/// The pattern nearest to a number, ties to even; that of 0 has no sign.
Pattern pattern_of(double x, const Format& format);
/// The one that every x of a ball is nearest to, where there is one.
std::optional<Pattern> pattern_of(const Real& x, const Format& format);
/// What a pattern stands for, exactly.
double value_of(Pattern pattern, const Format& format);

/// The table of (sin pω_i, cos pω_i), ω_i = base^(−2i/dim), positions 0 … rows − 1: every entry by
/// Arb, on all cores.  Throws Refused where 8192 bits do not tell how an entry rounds.
std::vector<Pattern> patterns(const Fraction& base, int dim, std::uint64_t rows,
                              const Format& format);

}  // namespace sextant::check
