#pragma once

#include <map>
#include <string>
#include <vector>

#include "sextant/exact/oracle.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"

namespace sextant::measure {

/// The encoding whose identities are tried: no origin, no amplitude and no row of zeros, so that
/// the rows of two positions turn each other.
Chart plain(Chart chart);

/// A row as a recipe stores it, as it was before, and what is true of it, by channel.
struct StagedRow {
  std::vector<double> values, errors;  ///< as stored, and by what they are off at most
  std::vector<double> computed, own;   ///< in the format computed in; off their own circle
  std::vector<double> storage;         ///< by what storing changes them at most
  std::vector<long double> truths;
};

/// Rows of a recipe at positions named beforehand.
class Stage {
 public:
  /// `positions` ascend; those of a sequential recipe are steps from 0.
  Stage(const exact::Oracle& oracle, const std::string& recipe, const recipe::Chain& chain,
        const std::vector<Position>& positions);

  const StagedRow& operator[](Position position) const { return rows_.at(position); }
  bool has(Position position) const { return rows_.contains(position); }

 private:
  StagedRow row(const exact::Oracle& oracle, recipe::Recipe& stored, recipe::Recipe& computed,
                std::uint64_t row, Position position, bool own_angle) const;

  std::map<Position, StagedRow> rows_;
};

}  // namespace sextant::measure
