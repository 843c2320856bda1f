#pragma once

#include <complex>
#include <optional>

#include "sextant/exact/oracle.hpp"
#include "sextant/verify/accept/bounds_check.hpp"
#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

using Complex = std::complex<long double>;  ///< cosine + i·sine

/// What rows that follow from each other must show as well, to be no waves: nothing, a radius
/// that waves do not have, or a first row that a sound recipe makes and a last one that it does
/// not.
///                                                                    verdict.md, (22) and (22b)
enum class RecurrenceEvidence : unsigned char { none, radius, first_row };

/// The entries that violate a rotation recurrence, at most `most` of them; nullopt if the rows form
/// none.  Its first row and its rotation are as near to the truth as the bounds of some sound
/// recipe say, and its rows show the evidence.  Of a candidate the truth, the program and the
/// formats count.
///                                                                   verdict.md, (18) to (22b)
std::optional<BoundsResult> recurrence(const Source& source, const exact::Oracle& truth,
                                       const Candidate& candidate, RecurrenceEvidence evidence,
                                       std::uint64_t most = 0);

/// Whether rows form a recurrence although the errors that a recipe's bound leaves each of them
/// would not let them.                                                          verdict.md, (23)
bool smoother(const Source& source, const exact::Oracle& truth, const Candidate& candidate,
              const recipe::Recipe& recipe);

/// Whether every row is the one before, rotated, bit for bit: by a rotation that a program may have
/// computed, in the format that the table is stored in, with products fused or not.  Of half a pair
/// the other half is one that the first row leaves open.  False for fewer than 8 rows.
///                                                                             verdict.md, (22a)
bool recurrence_bit_for_bit(const Source& source, const exact::Oracle& truth,
                            const Candidate& candidate);

}  // namespace sextant::verify
