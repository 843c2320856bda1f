#pragma once

#include <cstddef>

#include "sextant/encoding/encoding.hpp"
#include "sextant/number/format.hpp"
#include "sextant/proof/lattice/near.hpp"
#include "tool/options/theorems.hpp"

namespace sextant::tool {

/// The parameters of a theorem, except its encoding.
struct TheoremRange {
  proof::Range offsets;
  Format format = {};
  std::size_t count = 8;
};

/// Proves the theorem of a kind.  Throws Error if it is not about such an encoding.
proof::Theorem prove_theorem(const TheoremKind& kind, const Encoding& encoding,
                             const TheoremRange& range);

}  // namespace sextant::tool
