#pragma once

#include <string>

#include "check/arithmetic/document.hpp"
#include "check/search/progress.hpp"

namespace sextant::check {

/// Whether a certificate is of tables of 16-bit numbers.
bool is_sixteen_bit(const Node& root);

/// Every entry of every table is computed by Arb: the digests, the rows that are equal, the lengths
/// of pairs and the largest entries must be those stated.  Some microseconds a pair of entries.
/// Says what is confirmed; throws Refused, and Error for what cannot be read.
///                                            reports/derivations/distinct_rows.md, (8) and (9)
std::string confirm_sixteen_bit(const Node& root, const Progress& progress);

}  // namespace sextant::check
