#pragma once

#include "sextant/tensor/table.hpp"
#include "sextant/verify/question.hpp"
#include "sextant/verify/rows/error_statistics.hpp"

namespace sextant::verify {

/// Whose table this is, whether it is right, and if not, why not.  Throws Error where the question
/// does not fit the table: columns that do not agree with the encoding, positions that do not with
/// the rows.
Verdict verify(const Table& table, const Question& asked, const Progress& progress = {});

}  // namespace sextant::verify
