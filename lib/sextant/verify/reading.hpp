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
  Table table;  ///< turned where it was read with rows for columns
  Positions positions;
  bool transposed = false;
  bool heads_first = false;  ///< heads ran along the first axis, as they may: the table is turned
  std::vector<std::string> warnings;  ///< of what was decided without being asked
};

/// The table as it stands.  Throws Error where the question does not fit it.
Reading upright(const Table& table, const Question& question);

/// The table with rows for columns; nothing where the question does not fit that, or where it has
/// no two axes.
std::optional<Reading> turned(const Table& table, const Question& question);

/// Whether a table whose width nobody said fits clearly better so than as it stands, by a look at
/// some rows: of a table as wide as another is long, everything is asked for long.
bool fits_turned(const Table& table, const Question& question);

}  // namespace sextant::verify
