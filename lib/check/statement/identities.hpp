#pragma once

#include <string>

#include "check/arithmetic/document.hpp"

namespace sextant::check {

/// Whether a certificate calls itself that of one of the identities that there are.
bool is_identity(const Node& root);

/// Every equation is expanded over the rationals, in the cosine and the sine of every angle and in
/// the numbers, modulo cos² + sin² = 1: sums of angles by the addition theorem.  So what becomes of
/// them is known, whatever grid the certificate tells of; that the grid would have decided it, and
/// that the counterexamples to the wrong variants are some, is looked at too.  Says what is
/// confirmed; throws Refused, and Error for what cannot be read.
///                                            reports/derivations/identities.md, (6) and (7)
std::string confirm_identity(const Node& root);

}  // namespace sextant::check
