#pragma once

#include <vector>

#include "sextant/exact/oracle.hpp"
#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// Returns candidates that truncate results on storage, or flush subnormal results to zero.
std::vector<Candidate> storing_candidates(const Source& source, const Claim& claim);

/// Returns the table with the storage fault undone.  Truncated numbers get half a step.  Zeros that
/// may be flushed numbers become NaN. `truth` must outlive the result.
///                                                                                 verdict.md, (24)
Source before_storing(const Source& source, const recipe::ComputeFormats& formats,
                      const exact::Oracle& truth);

/// Whether a faithful table holds values rounded toward zero: in a sample of its rows, 16 or more
/// entries are nearer to zero than the nearest number, and hardly any is beyond the exact value.
/// Of nearest numbers, half are.
bool truncated(const Source& source, const exact::Oracle& truth);

}  // namespace sextant::verify
