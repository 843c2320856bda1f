#pragma once

#include "sextant/verify/compare/comparison.hpp"
#include "sextant/verify/verify.hpp"

namespace sextant::verify {

/// Two tables that disagree: each is judged against the truth, and their difference split between
/// them.  Where nobody names the encoding, or the columns leave its dim open, both are judged as
/// what the better one is.  Throws Error where the question fits either not, or they have not the
/// same rows.
Comparison compare(const Table& reference, const Table& mine, const Question& asked,
                   const Progress& progress = {});

}  // namespace sextant::verify
