#pragma once

#include "sextant/verify/rows/claim.hpp"
#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::verify {

/// Warnings about what the grade does not express: unusual entries, and bounds that prove little.
std::vector<std::string> warnings(const Claim& claim, const Verdict& verdict);

}  // namespace sextant::verify
