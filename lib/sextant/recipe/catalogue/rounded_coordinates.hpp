#pragma once

#include <memory>
#include <vector>

#include "sextant/recipe/catalogue/recipe.hpp"

namespace sextant::recipe {

/// A recipe whose coordinates were computed; its bounds include their roundings.
///                                                                             axial.md, (4) to (6)
class RoundedCoordinates final : public Recipe {
 public:
  RoundedCoordinates(std::unique_ptr<Recipe> recipe, const Chart& chart,
                     const ComputeFormats& formats, const Positions& positions);

  void row(std::uint64_t row, std::span<double> values) override { recipe_->row(row, values); }
  bool sequential() const override { return recipe_->sequential(); }
  bool alike(std::uint64_t one, std::uint64_t other) const override {
    return recipe_->alike(one, other);
  }
  Terms terms(std::uint64_t row, std::size_t channel) const override;
  std::vector<double> candidates(int pair) const override { return recipe_->candidates(pair); }
  std::optional<double> frequency_error(int pair) const override {
    return recipe_->frequency_error(pair);
  }
  double angle(std::uint64_t row, double factor) const override {
    return recipe_->angle(row, factor);
  }

 private:
  std::unique_ptr<Recipe> recipe_;
  std::vector<Channel> channels_;
  std::optional<Position> zero_row_;
  Positions positions_;
  double unit_, relative_, absolute_;
  double origin_, scale_, amplitude_;
  std::vector<double> sizes_;  ///< upper bounds of frequencies
};

/// The chart without powers of π in its angles, for programs: its scale is a rational that no
/// rounding distinguishes from the true one.                                          axial.md, (7)
Chart with_rational_turns(Chart chart);

}  // namespace sextant::recipe
