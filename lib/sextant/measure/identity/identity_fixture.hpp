#pragma once

#include <map>
#include <string>
#include <vector>

#include "sextant/exact/oracle.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"

namespace sextant::measure {

/// The chart on which identities are tested: without origin, amplitude, xPos and row of zeros, so
/// that a rotation maps rows to rows.
Chart plain(Chart chart);

/// A row of a recipe by channel: stored values, values before storing, and truth, with error
/// bounds.
struct FixtureRow {
  std::vector<double> values, errors;  ///< stored values, and their error bounds
  std::vector<double> computed,
      own;  ///< values before storing, and their distance bounds from their own circle
  std::vector<double> storage;  ///< bounds of the change by storing
  std::vector<long double> truths;
};

/// Rows of a recipe at given positions.
class IdentityFixture {
 public:
  /// `positions` must ascend; those of a sequential recipe are steps from 0.
  IdentityFixture(const exact::Oracle& oracle, const std::string& recipe,
                  const recipe::ComputeFormats& formats, const std::vector<Position>& positions);

  const FixtureRow& operator[](Position position) const { return rows_.at(position); }
  bool has(Position position) const { return rows_.contains(position); }

 private:
  FixtureRow row(const exact::Oracle& oracle, recipe::Recipe& stored, recipe::Recipe& computed,
                 std::uint64_t row, Position position, bool own_angle) const;

  std::map<Position, FixtureRow> rows_;
};

}  // namespace sextant::measure
