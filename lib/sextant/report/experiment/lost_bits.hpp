#pragma once

#include <string>
#include <string_view>

#include "sextant/number/format.hpp"

namespace sextant {

/// How many of a format's p bits an entry has lost that is `ulps` off: the least L for which it is
/// within 2^(L−1) ulps of the truth, as a number is that was rounded to p − L bits; p where none
/// is, for the error is then as large as the number's first bit.  0: within half an ulp.
int bits_lost(double ulps, const Format& format);

/// Such a number as one character: 0 … 9, A … Z, a … r.
char bits_digit(int bits);

/// Such digits with runs of four and more cut short: a digit, '*', and how often, as a digit.
std::string in_runs(std::string_view digits);
/// The digits again.
std::string without_runs(std::string_view runs);

}  // namespace sextant
