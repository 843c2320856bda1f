#pragma once

#include <optional>
#include <string>

#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// The public model that a table of another rotary encoding's is of, by its sample of rows: what
/// was claimed lacks its scaling, say, or has another's.  Of several alike the first by name.
std::optional<std::string> similar_model(const Source& source, const Claim& claim);

}  // namespace sextant::verify
