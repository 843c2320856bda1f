#pragma once

#include <string>

#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::verify {

/// What a table was judged as: encoding, part and positions.  A part that is the whole table needs
/// no name.
std::string claim_words(const Verdict& verdict);

/// A line of a verdict; no label: it goes on with the one before.
std::string line(std::string_view label, std::string_view text);

/// A line for each warning.
std::string warning_words(const std::vector<std::string>& warnings, const std::string& whose = {});

/// A fraction in [0, 1] as per cent, to two decimals.  Only 1 is "100.00 %", and only 0 is "0.00
/// %".
std::string percent_words(double fraction);

/// A finding, in three lines.
std::string finding_words(const Finding& finding);

}  // namespace sextant::verify
