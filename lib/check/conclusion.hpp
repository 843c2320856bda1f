#pragma once

#include <string>

#include "check/statement/certificate.hpp"
#include "check/statement/distance.hpp"

namespace sextant::check {

/// What follows from the list being complete, in a few words; it is what the certificate states.
/// Throws Refused.
std::string conclude(const Certificate& c, Turns& turns, const Distance& distance);

}  // namespace sextant::check
