#pragma once

#include <vector>

#include "sextant/measure/prefilter/table_error_meter.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/verify/accept/acceptance_criterion.hpp"
#include "sextant/verify/accept/bounds_result.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// Selects the entries that a bounds check must test, by block and column.  The other entries are
/// certainly within their bounds and raise no margin. verdict.md, (10) and (11)
class Plan {
 public:
  enum class Check : unsigned char { none, same_arithmetic, full };

  /// Selects every entry if the recipe, which computes in `compute`, gives no range of its bounds.
  /// The profile must outlive the plan.
  Plan(const Source& source, const exact::Oracle& oracle, const recipe::Recipe& recipe,
       const Format& compute, const measure::Profile& profile);

  /// A column of a block.
  struct Cell {
    std::uint64_t block = 0;
    std::size_t column = 0;
  };
  /// The cells with the largest expected margins.  If they are checked first, settle() can skip
  /// others.
  std::vector<Cell> promising() const;

  /// Drops the checks that cannot raise the margins in `known`.
  void settle(const Margin& known);

  Check check(std::uint64_t block, std::size_t column) const {
    return checks_[block * profile_.columns + column];
  }
  /// Whether any column of a block needs a check.
  bool wanted(std::uint64_t block) const;
  /// The largest bound of entries that are not checked, in the units of Margin.
  double bound() const { return bound_; }

 private:
  /// What the blocks of one run have in common in a column.
  struct Kind {
    double computed = 0;  ///< smallest bound before storing
    double bound = 0;     ///< largest bound, as a fraction of the size
    AcceptanceCriterion criterion = AcceptanceCriterion::none;  ///< none: mixed or unknown
  };
  /// Upper bounds of the margins of a cell: error/bound before storing, relative error, and error
  /// in positions.
  struct Figures {
    double fraction = 0, error = 0, positions = 0;
  };
  const Kind& kind(std::uint64_t block, std::size_t column) const {
    return kinds_[run_of_[block] * profile_.columns + column];
  }
  /// The upper bounds of a cell; zeros if they are unknown.
  Figures at_most(std::uint64_t block, std::size_t column) const;

  const measure::Profile& profile_;
  bool stores_;  ///< whether values are rounded to another format
  std::vector<Measure> measures_;
  std::vector<std::size_t> run_of_;  ///< by block
  std::vector<Kind> kinds_;          ///< by run and column
  std::vector<Check> checks_;
  double bound_ = 0;
};

}  // namespace sextant::verify
