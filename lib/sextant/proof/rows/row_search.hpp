#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sextant/proof/rows/repeats.hpp"
#include "sextant/proof/statement/theorem.hpp"

namespace sextant::proof {

/// A search for rows that equal one at a listed offset before them, in order of the later position.
struct RowSearch {
  std::vector<Position> offsets;  ///< ascending
  Position first = 0, last = 0;   ///< of the later position
  std::uint64_t most = 0;         ///< pairs of rows compared before the search gives up

  struct Answer {
    std::optional<Collision> found;  ///< the one with the smallest later position
    Position settled = 0;            ///< no later position up to here has another collision
    std::uint64_t pairs = 0;         ///< number compared
  };
  Answer run(const exact::Entries& entries, const TheoremProgress& progress) const;
};

}  // namespace sextant::proof
