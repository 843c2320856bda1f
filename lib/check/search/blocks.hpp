#pragma once

#include <cstdint>

#include "check/search/prefilter.hpp"
#include "check/search/progress.hpp"
#include "check/statement/certificate.hpp"
#include "check/statement/ledger.hpp"

namespace sextant::check {

/// Walks the whole tree of intervals, on all cores.  Passes to the ledger every offset that the
/// prefilter does not rule out.  Returns the number of intervals visited.  Throws Refused.
std::uint64_t walk_blocks(const Blocks& blocks, const Integer& last, const Prefilter& prefilter,
                          Ledger& ledger, const Progress& progress);

}  // namespace sextant::check
