#pragma once

#include <memory>
#include <optional>
#include <string>

#include "sextant/measure/entry/rows.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"

namespace sextant {

/// How far the rows of a recipe are off, from position 0 on.
class RecipeErrors {
 public:
  /// Of a recipe that is not sequential, over the positions below `count`.
  RecipeErrors(const std::string& recipe, const Chart& chart, const recipe::ComputeFormats& formats,
               std::uint64_t count);

  /// The largest error of the positions [first, first + count), and where it is.
  struct Farthest {
    double error = 0;
    Position position = 0;
  };
  Farthest over(std::uint64_t first, std::uint64_t count) const;

  /// The least position with an error above `limit`; every one is tried.
  std::optional<Position> first_beyond(double limit) const;

  /// The largest bound of a position's entries.
  double bound(std::uint64_t position) const;

  std::vector<double> row(std::uint64_t position) const;

 private:
  exact::Oracle oracle_;
  measure::RowErrorMeter meter_;
  std::uint64_t count_;
  std::unique_ptr<recipe::Recipe> recipe_;
};

}  // namespace sextant
