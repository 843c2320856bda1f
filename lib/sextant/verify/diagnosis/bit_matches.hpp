#pragma once

#include "sextant/verify/candidate/candidate.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// Evidence from single bits, for tables that a recipe explains within its bounds but does not
/// match bit for bit everywhere.

/// Returns whether the candidate's recipe matches significantly more entries bit for bit than every
/// other recipe, counted by pair.
///                                                                                 verdict.md, (33)
bool highest_bit_match(const Source& source, const Candidate& candidate);

/// Returns whether the candidate's recipe matches at least as many entries bit for bit as every
/// sound recipe.  Its sines may be of the angles of any sound recipe.  For sines of a quarter turn
/// more, it must match strictly more.
///                                                                                 verdict.md, (34)
bool matches_as_many_bits(const Source& source, const Candidate& candidate);

/// Returns whether the candidate's recipe, with the angles of any sound recipe, matches clearly
/// more entries bit for bit than the best sound recipe: 64 more, and significantly more by pair.
/// That is evidence against a program even if bounds accept its table.
///                                                                                verdict.md, (33a)
bool matches_clearly_more_bits(const Source& source, const Candidate& candidate);

}  // namespace sextant::verify
