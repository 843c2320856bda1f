#pragma once

#include <string>

#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::verify {

/// The claim against which a table was judged, in words: encoding, part and positions.  The part is
/// omitted if it is the whole table.
std::string claim_words(const Verdict& verdict);

/// One line of a verdict.  A line without a label continues the line before it.
std::string line(std::string_view label, std::string_view text);

/// One line for each warning, which begins with `whose`.
std::string warning_words(const std::vector<std::string>& warnings, const std::string& whose = {});

/// A fraction in [0, 1] as a percentage, to two decimals.  It reads 100.00 only for 1, and 0.00
/// only for 0.
std::string percent_words(double fraction);

/// A finding, in several lines.
std::string finding_words(const Finding& finding);

}  // namespace sextant::verify
