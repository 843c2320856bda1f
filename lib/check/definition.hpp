#pragma once

#include <string>
#include <vector>

#include "check/expression.hpp"

namespace sextant::check {

/// Whether the frequencies listed are those of the encoding that is named, by the definition
/// (Vaswani et al. 2017, §3.5; tensor2tensor): to 500 bits.  Says so in a few words; also where the
/// name has more to it than `sinusoidal` or `rope`, dim, base, law, shift and scale, so that
/// nothing is known of it here.  Throws Refused where they are others.
std::string named_frequencies(const std::string& encoding, const std::vector<Expression>& listed);

}  // namespace sextant::check
