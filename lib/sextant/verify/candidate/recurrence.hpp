#pragma once

#include <complex>
#include <optional>

#include "sextant/exact/oracle.hpp"
#include "sextant/verify/accept/bounds_check.hpp"
#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

using Complex = std::complex<long double>;  ///< cosine + i·sine

/// Evidence that rows form a recurrence and are not plain waves.  `radius`: at least one pair
/// leaves its circle.  `first_row`: a sound recipe computes the first row, and does not compute the
/// last one.
///                                                                       verdict.md, (22) and (22b)
enum class RecurrenceEvidence : unsigned char { none, radius, first_row };

/// Returns the entries that violate a rotation recurrence; nullopt if the rows form none, or if
/// more than `most` entries violate it.  The first row and the rotation must be within the bounds
/// of some sound recipe, and the rows must show the evidence.  Only the truth, the program and the
/// formats of the candidate are used.
///                                                                        verdict.md, (18) to (22b)
std::optional<BoundsResult> recurrence(const Source& source, const exact::Oracle& truth,
                                       const Candidate& candidate, RecurrenceEvidence evidence,
                                       std::uint64_t most = 0);

/// Returns whether the rows form a recurrence although the recipe's bound allows much larger
/// independent errors in each row.
///                                                                                 verdict.md, (23)
bool smoother(const Source& source, const exact::Oracle& truth, const Candidate& candidate,
              const recipe::Recipe& recipe);

/// Returns whether every row is the rotated row before, bit for bit.  The rotation is one that a
/// program may have computed, in the format of the table, with or without fused products.  If the
/// table holds half of a pair, the first row's other half may be any number that (22a) allows.
/// False for fewer than 8 rows.
///                                                                                verdict.md, (22a)
bool recurrence_bit_for_bit(const Source& source, const exact::Oracle& truth,
                            const Candidate& candidate);

/// Returns the chart with sine and cosine of every pair and without a row of zeros.  The amplitude
/// is 1 if not `amplified`.
Chart both_halves(Chart chart, bool amplified);
/// Returns the chart of the rotation by one step: origin 0 and no phases.
Chart without_origin(Chart chart);

}  // namespace sextant::verify
