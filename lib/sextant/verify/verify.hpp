#pragma once

#include "sextant/tensor/table.hpp"
#include "sextant/verify/question.hpp"
#include "sextant/verify/rows/error_statistics.hpp"

namespace sextant::verify {

/// Whose table this is, whether it is right, and if not, why not.  Throws Error where the question
/// does not fit the table: columns that do not agree with the encoding, positions that do not with
/// the rows.
Verdict verify(const Table& table, const Question& asked, const Progress& progress = {});

/// Of the verdict on a table whose encoding is a guess, keeps the findings that are faults whatever
/// the table should be.  The first of the others becomes a warning.
void drop_uncertain_findings(Verdict& verdict);

}  // namespace sextant::verify
