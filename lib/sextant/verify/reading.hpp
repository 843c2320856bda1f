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
  std::vector<std::size_t> negated = {};  ///< columns of −sin, read as sin
  std::vector<std::string> warnings;      ///< about choices that the question left open
};

/// The number of channels of an encoding whose part has this number of columns.
std::uint64_t dim_of(Part part, std::uint64_t columns);

/// Returns cosines or sines with repeated columns for those without, if dim is more than 1 and the
/// number of columns; else the part itself.
Part fitting(Part part, int dim, std::uint64_t columns);

/// How a verifier reads the columns of a chart: −sin as sin, as `without_signs` has it, and
/// infinity as 10³⁰.  Empty if all are read as stored.
std::vector<Table::Reading> readings(const Chart& chart);

/// Gives the reported entries of these columns, and their truths, the other sign.
void restore_signs(const std::vector<std::size_t>& negated, Verdict& verdict);

/// A verdict that describes the claim and the table, without grade and statistics.
Verdict unjudged(const Reading& reading);

/// The reading of a table as stored.  Throws Error if the question does not fit it.
Reading upright(const Table& table, const Question& question);

/// The reading of a table with rows and columns exchanged. nullopt if the question does not fit it,
/// or if it does not have two axes.
std::optional<Reading> transposed(const Table& table, const Question& question);

/// The reading of a table whose numbers are stored in the other order of the axes. nullopt unless
/// some rows then have less than half the error.
std::optional<Reading> in_other_order(const Table& table, const Question& question);

/// Whether a table without a given dim may fit better transposed, by a test of some rows.  The
/// error must be below half of the error as stored; also true if the test is impossible.
bool fits_transposed(const Table& table, const Question& question);

}  // namespace sextant::verify
