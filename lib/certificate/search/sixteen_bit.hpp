#pragma once

#include <string>

#include "certificate/arithmetic/document.hpp"
#include "certificate/search/progress.hpp"

namespace sextant::certificate {

/// Whether a certificate is about tables of 16-bit numbers.
bool is_sixteen_bit(const Node& root);

/// Computes every entry of every table by Arb, and compares the digests, the equal rows, the
/// lengths of pairs and the largest entries with the certificate.  Takes some microseconds per pair
/// of entries.  Returns what is confirmed; throws Refused, and Error if the certificate cannot be
/// read.                                          reports/derivations/distinct_rows.md, (8) and (9)
std::string confirm_sixteen_bit(const Node& root, const Progress& progress);

}  // namespace sextant::certificate
