#pragma once

#include "sextant/verify/candidate/candidate.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// What the bits of a table say where a recipe's bounds hold it and it is not all made again: the
/// recipe makes some of its entries bit for bit, and other recipes of the same program make others.

/// Whether the recipe of a candidate makes more of them than any other's, pair for pair.
///                                                                             verdict.md, (33)
bool highest_bit_match(const Source& source, const Candidate& candidate);

/// Whether it makes at least as many as every sound recipe, by whose angles its own sines may be;
/// more, of the sine of a quarter turn more.                                    verdict.md, (34)
bool matches_as_many_bits(const Source& source, const Candidate& candidate);

}  // namespace sextant::verify
