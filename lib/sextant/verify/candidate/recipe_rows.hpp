#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/verify/candidate/candidate.hpp"
#include "sextant/verify/observation/approximate_reference.hpp"

namespace sextant::verify {

/// Returns how far an entry may be from the wave of the recipe's own angle, in units of the table.
///                                                                                 verdict.md, (30)
double recipe_rows_tolerance(const Claim& claim);

/// Returns the sound recipes that may have made the rows of a claim, for these positions.
std::vector<std::unique_ptr<recipe::Recipe>> sound_recipes_of(const Claim& claim,
                                                              const Positions& positions);

/// Rows that sound recipes compute, for columns where rounding errors make (13) uninformative.  The
/// comparison only locates rows; it proves nothing.
///                                                                                 verdict.md, (30)
class RecipeRows {
 public:
  RecipeRows(const Claim& claim, const ApproximateReference& truth, const Positions& positions);

  /// Returns whether there is a column for which `truth` is uninformative.
  bool needed() const { return !columns_.empty(); }
  /// Returns the fraction of those columns that differ by more than the tolerance from row `number`
  /// of a recipe; the smallest over all recipes.  0 if there are no such columns.
  double differing(std::span<const double> row, std::uint64_t number) {
    return unlike(row, number, within_);
  }
  /// The same with tolerance 0: columns differ if they do not match bit for bit.
  double inexact(std::span<const double> row, std::uint64_t number) {
    return unlike(row, number, 0);
  }

 private:
  double unlike(std::span<const double> row, std::uint64_t number, double within);
  std::span<const double> made(std::size_t maker, std::uint64_t number);

  Claim claim_;  ///< claim with the uninformative columns only
  Positions positions_;
  std::vector<std::size_t> columns_;
  /// Sound recipes, made at the first comparison.
  std::vector<std::unique_ptr<recipe::Recipe>> makers_;
  /// Row n of recipe m is item n * makers_.size() + m; empty: not yet computed.
  std::vector<std::vector<double>> rows_;
  double within_ = 0;
};

}  // namespace sextant::verify
