#pragma once

#include <string>
#include <string_view>

#include "sextant/number/format.hpp"

namespace sextant {

/// The number of a format's p bits that an entry with an error of `ulps` has lost.  It is the least
/// L for which the error is at most 2^(L−1) ulps, as after rounding to p − L bits; 0 within half an
/// ulp.  The result is p if no L suffices: the error is then as large as the number's first bit.
int bits_lost(double ulps, const Format& format);

/// The number of lost bits as one character: 0 … 9, A … Z, a … r.
char bits_digit(int bits);

/// Compresses runs of four or more equal digits: the digit, '*', and the count as a digit.
std::string in_runs(std::string_view digits);
/// Reverses in_runs.
std::string without_runs(std::string_view runs);

}  // namespace sextant
