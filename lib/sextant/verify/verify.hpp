#pragma once

#include "sextant/tensor/table.hpp"
#include "sextant/verify/question.hpp"
#include "sextant/verify/rows/error_statistics.hpp"

namespace sextant::verify {

/// Judges a table: what it is, whether it is right, and if not, why.  Throws Error if the question
/// does not fit the table.  For example, the columns must agree with the encoding, and the
/// positions with the rows.
Verdict verify(const Table& table, const Question& asked, const Progress& progress = {});

/// For a verdict on an identified encoding.  Keeps only findings that are faults whatever the
/// encoding is.  If others were found, the first of them becomes a warning, and the grade becomes
/// unexplained.
void drop_uncertain_findings(Verdict& verdict);

}  // namespace sextant::verify
