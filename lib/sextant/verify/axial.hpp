#pragma once

#include "sextant/tensor/table.hpp"
#include "sextant/verify/axial_question.hpp"
#include "sextant/verify/rows/error_statistics.hpp"

namespace sextant::verify {

/// Whose table this is, whether it is right, and if not, why not: section by section, and the whole
/// accepted by one recipe.  Positions in the verdict are numbers of rows.  Throws Error where the
/// question does not fit the table.
Verdict verify(const Table& table, const AxialQuestion& asked, const Progress& progress = {});

}  // namespace sextant::verify
