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

/// Where a table that does not pass disagrees with its claim, and what is common to these places.
struct Where {
  IndexRanges rows, columns;         ///< empty where entries are scattered, or agree
  std::optional<IndexRanges> heads;  ///< of biases, whose columns are those of heads; of vectors
  double fraction = 0;               ///< of all entries, those that disagree
  std::vector<std::string> what;     ///< in words: a few lines
  bool common = false;               ///< these say what the entries hold instead
};

/// What reads waves off rows, beside the numbers themselves.
struct WaveReader {
  const Source& source;
  const Claim& claim;
  const exact::Oracle& oracle;
};

/// Over the whole table.  Columns of heads are called so; `lines` rows that follow each other are
/// one.
Where where(const ComparedRows& rows, bool heads, const WaveReader* waves = nullptr,
            std::uint64_t lines = 1);
/// The same of a source and its claim.
Where where(const Source& source, const Claim& claim, const exact::Oracle& oracle);

/// Numbers as ranges, 0-5, 8; the last one of `all` is "on".
std::string words(const IndexRanges& some, std::uint64_t all);

}  // namespace sextant::verify
