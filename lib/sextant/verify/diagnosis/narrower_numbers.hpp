#pragma once

#include <optional>

#include "sextant/exact/oracle.hpp"
#include "sextant/verify/observation/parameters.hpp"
#include "sextant/verify/rows/claim.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// Returns the narrowest format that holds nearly all numbers of a table in a wider format; nullopt
/// if there is none, or if it would also hold most numbers of the true table.
std::optional<Format> narrower_format(const Source& source, const exact::Oracle& truth);

/// Returns the fault that numbers of `format` are stored in a wider one: of float32, that they were
/// computed in it.
Cause stored_as(const Format& format);

/// Returns the claim of a program that stores its table in `format`.
Claim with_store(Claim claim, const Format& format);

}  // namespace sextant::verify
