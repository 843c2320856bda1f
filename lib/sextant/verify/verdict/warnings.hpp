#pragma once

#include "sextant/verify/rows/claim.hpp"
#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::verify {

/// What a grade does not say: oddities, and how little a bound may prove.
std::vector<std::string> warnings(const Claim& claim, const Verdict& verdict);

}  // namespace sextant::verify
