#pragma once

#include <string>

#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::verify {

/// What to try when a verdict explains nothing; empty if it explains something.
std::string next_step(const Verdict& verdict);

}  // namespace sextant::verify
