#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "sextant/exact/oracle.hpp"
#include "sextant/measure/entry/rows.hpp"
#include "sextant/measure/prefilter/table_error_meter.hpp"
#include "sextant/sweep/criteria.hpp"
#include "sextant/sweep/job.hpp"
#include "sextant/sweep/measured.hpp"

namespace sextant::sweep {

/// Measures chunks of a job, each on all cores.
class Sweeper {
 public:
  /// Throws Error as expect_possible does.
  explicit Sweeper(const Job& job);

  /// Called now and then with the number of rows done since the last call, from any thread.
  using Done = std::function<void(std::uint64_t rows)>;

  /// Measures every entry of the rows [first, last).
  Measured measure(std::uint64_t first, std::uint64_t last, const Done& done = {}) const;

 private:
  measure::ErrorStatistics statistics(std::uint64_t first, std::uint64_t last,
                                      const measure::Histogram& beginning, measure::Joints& classes,
                                      const Done& done = {}) const;
  measure::Defects defects(std::uint64_t first, std::uint64_t last) const;
  FailurePlace first_failure(std::uint64_t first, std::uint64_t last,
                             const Criterion& criterion) const;
  std::optional<FailurePlace> failure(std::uint64_t row, const Criterion& criterion) const;

  Job job_;
  Chart chart_;
  std::unique_ptr<exact::Oracle> oracle_;
  std::unique_ptr<recipe::Recipe> recipe_;
  measure::RowErrorMeter rows_;
  std::vector<Criterion> criteria_;
  std::optional<measure::DefectMeter> identities_;  ///< if defects are requested
};

}  // namespace sextant::sweep
