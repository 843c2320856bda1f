#pragma once

#include <cstdint>

#include "certificate/search/prefilter.hpp"
#include "certificate/search/progress.hpp"
#include "certificate/statement/certificate.hpp"
#include "certificate/statement/ledger.hpp"

namespace sextant::certificate {

/// Walks the whole tree of intervals, on all cores.  Passes to the ledger every offset that the
/// prefilter does not rule out.  Returns the number of intervals visited.  Throws Refused.
std::uint64_t walk_blocks(const Blocks& blocks, const Integer& last, const Prefilter& prefilter,
                          Ledger& ledger, const Progress& progress);

}  // namespace sextant::certificate
