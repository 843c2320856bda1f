#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/tensor/table.hpp"
#include "sextant/verify/question.hpp"
#include "sextant/verify/rows/claim.hpp"

namespace sextant::verify {

/// A question about a table as far as the shape answers it: what is claimed, of which rows.
struct Reading {
  Claim claim;
  Table table;  ///< transposed if rows and columns are exchanged
  Positions positions;
  bool transposed = false;
  bool heads_first =
      false;  ///< heads run along the first axis, as they may: the table is transposed
  std::vector<std::string> warnings;  ///< of what was decided without being asked
};

/// A verdict that says what is judged, and nothing of what that is worth.
Verdict unjudged(const Reading& reading);

/// The table as it stands.  Throws Error where the question does not fit it.
Reading upright(const Table& table, const Question& question);

/// The table with rows and columns exchanged; nullopt if the question does not fit it, or if it has
/// not two axes.
std::optional<Reading> transposed(const Table& table, const Question& question);

/// Whether a table of unstated width fits clearly better transposed, by a test of some rows.
bool fits_transposed(const Table& table, const Question& question);

}  // namespace sextant::verify
