#pragma once

#include <cstddef>
#include <vector>

#include "sextant/audit/source.hpp"
#include "sextant/audit/stored_verdict.hpp"

namespace sextant::audit {

/// Chooses among LayerEncoding::alternatives, in each source.
///
/// In the claiming source it is the alternative by which some stored table of the first `own`
/// sources is right.  If no table is, but one is right without any scaling, it is the first
/// alternative, so that this table fails.  Otherwise the encoding stays unknown, and its words say
/// what to give.  In another source it is the encoding of the claim, if both have a scaling of the
/// same kind; else the first alternative.
void choose_alternatives(std::vector<ModelSource>& sources, std::size_t claiming, std::size_t own,
                         const StoredOptions& options, const verify::Progress& progress);

}  // namespace sextant::audit
