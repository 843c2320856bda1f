#pragma once

#include <optional>

#include "sextant/exact/oracle.hpp"
#include "sextant/verify/accept/bounds_result.hpp"
#include "sextant/verify/observation/parameters.hpp"
#include "sextant/verify/rows/claim.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// A table whose numbers are of a narrower format than its own.
struct NarrowerTable {
  Source source;  ///< the table in that format, with NaN for entries that it cannot hold
  /// These entries.  They are wanted as the true table has them.
  BoundsResult others;
};

/// Returns a table in the narrowest format that holds at least 63 in 64 of its finite entries;
/// nullopt if there is none, for tables of integers, or if a sample of 16 rows does not show it:
/// where the format cannot hold the true numbers, the table must hold at least four different ones.
std::optional<NarrowerTable> narrower(const Source& source, const exact::Oracle& truth);

/// Returns the fault that numbers of `format` are stored in a wider one: `computed-in-single` for
/// float32, else `stored-narrower`.
Cause stored_as(const Format& format);

/// Returns the claim of a program that stores its table in `format`, and if that is float32, also
/// computes in it.
Claim with_store(Claim claim, const Format& format);

}  // namespace sextant::verify
