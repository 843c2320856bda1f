#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/verify/rows/index_ranges.hpp"

namespace sextant::exact {
class Oracle;
}

namespace sextant::verify {

struct Claim;
struct ComparedRows;
struct WaveReader;

/// Where a failing table disagrees with its claim, and what the differing entries have in common.
struct Where {
  IndexRanges rows, columns;  ///< empty if the differing entries are scattered, or none differ
  std::optional<IndexRanges> heads;  ///< heads that differ, of biases and of rotated vectors
  double fraction = 0;               ///< fraction of all entries that disagree
  std::vector<std::string> what;     ///< description, a few lines
  bool common = false;               ///< `what` also says what the entries hold instead
};

/// Compares a whole table.  If `heads` is true, columns are called heads.  `lines` consecutive rows
/// count as one.
Where where(const ComparedRows& rows, bool heads, const WaveReader* waves = nullptr,
            std::uint64_t lines = 1);
/// The same for a source and its claim.
Where where(const Source& source, const Claim& claim, const exact::Oracle& oracle);

/// Returns numbers as ranges: "0-5, 8". A range that ends at `all` − 1 is written "8 on".
std::string words(const IndexRanges& some, std::uint64_t all);

}  // namespace sextant::verify
