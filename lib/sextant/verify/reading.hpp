#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/tensor/table.hpp"
#include "sextant/verify/question.hpp"
#include "sextant/verify/rows/claim.hpp"

namespace sextant::verify {

/// A table and the claim that a question makes about it, as far as the table's shape determines it.
struct Reading {
  Claim claim;
  Table table;  ///< transposed if `transposed` or `heads_first`
  Positions positions;
  bool transposed = false;
  /// Heads run along the first axis, which is a valid layout.  The table is then transposed.
  bool heads_first = false;
  /// The columns hold one function twice, not [cos | sin] as the question says.  The claim is about
  /// that function alone, and the table must not pass.
  bool other_part = false;
  std::vector<std::string> warnings;  ///< about choices that the question left open
};

/// A verdict that describes the claim and the table, without grade and statistics.
Verdict unjudged(const Reading& reading);

/// The reading of a table as stored.  Throws Error if the question does not fit it.
Reading upright(const Table& table, const Question& question);

/// The reading of a table with rows and columns exchanged. nullopt if the question does not fit it,
/// or if it does not have two axes.
std::optional<Reading> transposed(const Table& table, const Question& question);

/// Whether a table without a given dim may fit better transposed, by a test of some rows.  The
/// error must be below half of the error as stored; also true if the test is impossible.
bool fits_transposed(const Table& table, const Question& question);

}  // namespace sextant::verify
