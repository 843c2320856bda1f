#pragma once

#include <memory>
#include <optional>
#include <string>

#include "sextant/measure/entry/rows.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"

namespace sextant {

/// The errors of a recipe's rows from position 0 on.
class RecipeErrors {
 public:
  /// The recipe must not be sequential.  The positions are those below `count`.
  RecipeErrors(const std::string& recipe, const Chart& chart, const recipe::ComputeFormats& formats,
               std::uint64_t count);

  /// The largest error at the positions [first, first + count), and its place.
  struct Farthest {
    double error = 0;
    Position position = 0;
  };
  Farthest over(std::uint64_t first, std::uint64_t count) const;

  /// The first position with an error above `limit`; every position is tried. nullopt if there is
  /// none.
  std::optional<Position> first_beyond(double limit) const;

  /// The largest bound of the entries at a position.
  double bound(std::uint64_t position) const;

  std::vector<double> row(std::uint64_t position) const;

 private:
  exact::Oracle oracle_;
  measure::RowErrorMeter meter_;
  std::uint64_t count_;
  std::unique_ptr<recipe::Recipe> recipe_;
};

}  // namespace sextant
