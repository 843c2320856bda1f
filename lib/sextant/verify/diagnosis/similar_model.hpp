#pragma once

#include <optional>
#include <string>

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// Returns the name of the public model whose rotary encoding explains a sample of the table, for
/// example if the claim lacks its scaling.  If several do, the first by name. nullopt if none does
/// or the claim is not rotary.
std::optional<std::string> similar_model(const Source& source, const Claim& claim);

}  // namespace sextant::verify
