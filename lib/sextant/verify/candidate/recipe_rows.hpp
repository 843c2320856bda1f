#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/verify/candidate/candidate.hpp"
#include "sextant/verify/observation/approximate_reference.hpp"

namespace sextant::verify {

/// How far an entry may be from what a recipe makes of its very angle, as a part of the amplitude.
///                                                                             verdict.md, (30)
double recipe_rows_tolerance(const Claim& claim);

/// The sound recipes that may have made a claim's rows.
std::vector<std::unique_ptr<recipe::Recipe>> sound_recipes_of(const Claim& claim,
                                                              const Positions& positions);

/// Rows as sound recipes make them, compared where roundings leave nothing to say of the truth: a
/// look, which proves nothing.                                                 verdict.md, (30)
class RecipeRows {
 public:
  RecipeRows(const Claim& claim, const ApproximateReference& truth, const Positions& positions);

  /// Whether there is anything that the truth says nothing of.
  bool needed() const { return !columns_.empty(); }
  /// The part of those columns that differ from what the recipe makes of the position of a number
  /// that differs least; 0 where there are none.
  double differing(std::span<const double> row, std::uint64_t number) {
    return unlike(row, number, within_);
  }
  /// The same of entries that differ at all.
  double inexact(std::span<const double> row, std::uint64_t number) {
    return unlike(row, number, 0);
  }

 private:
  double unlike(std::span<const double> row, std::uint64_t number, double within);
  std::span<const double> made(std::size_t maker, std::uint64_t number);

  Claim claim_;  ///< of those columns alone
  Positions positions_;
  std::vector<std::size_t> columns_;
  std::vector<std::unique_ptr<recipe::Recipe>> makers_;  ///< once they are asked
  std::vector<std::vector<double>> rows_;  ///< of all makers, a number's after the other's
  double within_ = 0;
};

}  // namespace sextant::verify
