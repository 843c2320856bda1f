#pragma once

#include "sextant/tensor/table.hpp"
#include "sextant/verify/question.hpp"
#include "sextant/verify/rows/error_statistics.hpp"

namespace sextant::verify {

/// Judges a table of several coordinates section by section; one recipe must accept all of it.
/// Positions in the verdict are row numbers.  Throws Error if the question does not fit the table.
Verdict verify(const Table& table, const AxialQuestion& asked, const Progress& progress = {});

}  // namespace sextant::verify
