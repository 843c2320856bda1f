#pragma once

#include <string>

#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::verify {

/// What a table was judged as: encoding, part and positions.  A part that is the whole table needs
/// no name.
std::string claim_words(const Verdict& verdict);

/// A finding, in three lines.
std::string finding_words(const Finding& finding);

}  // namespace sextant::verify
