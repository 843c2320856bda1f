#pragma once

#include <optional>

#include "sextant/verify/diagnosis/finding.hpp"
#include "sextant/verify/rows/claim.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// The smallest distance between query and key at which a table of buckets or indices differs from
/// its claim; nullopt if it does not, or if its entries are not of one distance each.
std::optional<std::uint64_t> nearest_difference(const Source& source, const Chart& chart);

/// The fault that the buckets or indices of far keys are not capped at the last one, or are capped
/// at a later one; nullopt unless that explains every entry.
std::optional<Finding> uncapped_buckets(const Source& source, const Claim& claim);

}  // namespace sextant::verify
