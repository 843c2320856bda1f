#pragma once

#include <optional>

#include "sextant/verify/diagnosis/finding.hpp"
#include "sextant/verify/rows/claim.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// Returns the smallest distance between query and key at which a table of buckets or indices
/// differs from its claim. nullopt if there is no difference, or if an entry does not belong to a
/// single distance.
std::optional<std::uint64_t> nearest_difference(const Source& source, const Chart& chart);

/// Returns the fault that buckets or indices of far keys are not capped, or are capped at a later
/// one. nullopt unless that explains every entry.
std::optional<Finding> uncapped_buckets(const Source& source, const Claim& claim);

}  // namespace sextant::verify
