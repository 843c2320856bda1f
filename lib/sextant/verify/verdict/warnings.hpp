#pragma once

#include "sextant/verify/rows/claim.hpp"
#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::verify {

/// Warnings about what the grade does not express: unusual entries, and bounds that prove little.
std::vector<std::string> warnings(const Claim& claim, const Verdict& verdict);

/// The warning about a table of a query scale whose rows all end before the first step; else empty.
std::string warning_before_steps(const Claim& claim, const Positions& rows);

}  // namespace sextant::verify
