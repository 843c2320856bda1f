#pragma once

#include <optional>

#include "sextant/resample/resampling.hpp"
#include "sextant/resample/source_numbers.hpp"
#include "sextant/tensor/stored_array.hpp"
#include "sextant/verify/rows/deadline.hpp"
#include "sextant/verify/rows/error_statistics.hpp"
#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::verify {

/// The options for judging a resampled table.
struct ResampledQuestion {
  resample::Resampling how;
  std::optional<Format> computed_in = {};
  Grade required = Grade::rounding;
  PassingLimits limits = {};
  Deadline deadline = {};  ///< limits only the diagnosis, not the decision whether the table passes
};

/// Judges whether a table is the given source resampled to another grid, and if not, why.  Every
/// entry is compared with the exact sum of the source's numbers.  Positions in the verdict are row
/// numbers.  Throws Error if the source or the table does not have the rows and columns of the
/// question, and if a number of the source is not finite.        reports/derivations/resampling.md
Verdict verify_resampled(const NpyVectors& source, const NpyVectors& table,
                         const ResampledQuestion& asked, const Progress& progress = {});

/// The numbers of a source with the rows that a resampling needs.  Throws Error if it has other
/// rows, and if a number is not finite.
resample::SourceNumbers source_numbers(const NpyVectors& source, const resample::Resampling& how);

}  // namespace sextant::verify
