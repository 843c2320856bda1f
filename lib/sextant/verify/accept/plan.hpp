#pragma once

#include <vector>

#include "sextant/measure/screen/table_gauge.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/verify/accept/coverage.hpp"
#include "sextant/verify/accept/granting.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// Which entries of a table a cover must look at, block by block and column by column; the others
/// are surely inside their bounds, and change no figure.
///                                                                 verdict.md, (10) and (11)
class Plan {
 public:
  enum class Look : unsigned char { none, reproduce, full };

  /// Nothing is known of a recipe whose bounds go nobody knows how: everything is looked at.
  Plan(const Source& source, const exact::Oracle& oracle, const recipe::Recipe& recipe,
       const measure::Profile& profile);

  /// A column of a block.
  struct Cell {
    std::uint64_t block = 0;
    std::size_t column = 0;
  };
  /// Those that promise the largest figures: measured first, they spare others.
  std::vector<Cell> promising() const;

  /// The looks that are left where a cover's figures are at least these.
  void settle(const Slack& known);

  Look look(std::uint64_t block, std::size_t column) const {
    return looks_[block * profile_.columns + column];
  }
  /// Whether any column of a block is looked at.
  bool wanted(std::uint64_t block) const;
  /// The largest bound of entries that are not looked at, as Slack has it.
  double bound() const { return bound_; }

 private:
  /// What blocks of one run and column have in common.
  struct Kind {
    double least = 0;     ///< of their bounds
    double bound = 0;     ///< the largest, as a part
    By by = By::nothing;  ///< nothing: it is mixed, or not known
  };
  struct Figures {
    double fraction = 0, error = 0, positions = 0;
  };
  const Kind& kind(std::uint64_t block, std::size_t column) const {
    return kinds_[run_of_[block] * profile_.columns + column];
  }
  Figures at_most(std::uint64_t block, std::size_t column) const;

  const measure::Profile& profile_;
  std::vector<Measure> measures_;
  std::vector<std::size_t> run_of_;  ///< by block
  std::vector<Kind> kinds_;          ///< by run and column
  std::vector<Look> looks_;
  double bound_ = 0;
};

}  // namespace sextant::verify
