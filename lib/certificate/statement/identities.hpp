#pragma once

#include <string>

#include "certificate/arithmetic/document.hpp"

namespace sextant::certificate {

/// Whether a certificate's kind is one of the known identities.
bool is_identity(const Node& root);

/// Expands every equation over the rationals, in the cosines and sines of angles and in the
/// numbers, modulo cos² + sin² = 1, with the addition theorems.  The result does not depend on the
/// certificate's grid.  Also checks that the grid suffices, and that the counterexamples refute the
/// wrong variants.  Returns what is confirmed; throws Refused, and Error if the certificate cannot
/// be read.                                          reports/derivations/identities.md, (6) and (7)
std::string confirm_identity(const Node& root);

}  // namespace sextant::certificate
