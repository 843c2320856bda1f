#pragma once

#include "sextant/verify/compare/comparison.hpp"
#include "sextant/verify/verify.hpp"

namespace sextant::verify {

/// Judges two tables against the truth, and compares their entries.  If an encoding was given but
/// the claims differ, for example in dim, both tables get the claim of the one with the better
/// grade.  If no encoding was given, tables that are identified differently are compared only with
/// each other.  Throws Error if the question does not fit a table, if the numbers of rows differ,
/// or if a given encoding still leaves two different claims.
Comparison compare(const Table& reference, const Table& mine, const Question& asked,
                   const Progress& progress = {});

}  // namespace sextant::verify
