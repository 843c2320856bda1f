#pragma once

#include <string>

#include "certificate/statement/certificate.hpp"
#include "certificate/statement/distance.hpp"

namespace sextant::certificate {

/// The certificate's conclusion from the completeness of the list, as a short text.  Throws Refused
/// if it does not follow.
std::string conclude(const Certificate& c, Turns& turns, const Distance& distance);

}  // namespace sextant::certificate
