#pragma once

#include <string>

#include "check/statement/certificate.hpp"
#include "check/statement/distance.hpp"

namespace sextant::check {

/// The certificate's conclusion from the completeness of the list, as a short text.  Throws Refused
/// if it does not follow.
std::string conclude(const Certificate& c, Turns& turns, const Distance& distance);

}  // namespace sextant::check
