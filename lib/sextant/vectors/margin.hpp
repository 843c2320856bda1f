#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/verify/diagnosis/suspect.hpp"

namespace sextant::vectors {

/// How far from a true value theory grants a program that computes in float32, or in float64;
/// nothing where it promises too little to grant anything.               vectors.md, (4)
struct Margins {
  std::optional<Rational> in_float32, in_float64;

  const std::optional<Rational>& in(const Format& compute) const {
    return compute == kFloat64 ? in_float64 : in_float32;
  }
};

/// The format that a table is taken to be computed in where nobody says: as `verify` does.
inline Format computed(const Format& format) { return format == kFloat64 ? kFloat64 : kFloat32; }

/// A bound with few digits, rounded upward, which pays besides for a value that was rounded to odd
/// in so many bits.                                                         vectors.md, (5)
Rational margin(const Rational& bound, const Rational& value, int bits);

/// What the sound recipes of a chart are granted at listed positions; or, of frequencies that are
/// given, a program that reads them.
class RecipeMargins {
 public:
  RecipeMargins(const Chart& chart, const std::vector<Position>& positions,
                verify::Given given = verify::Given::no);

  /// At a position of the list, where the value, rounded to odd in so many bits, is `value`.
  Margins at(Position position, std::size_t channel, const Rational& value, int bits) const;

 private:
  using Recipes = std::vector<std::unique_ptr<recipe::Recipe>>;
  std::optional<Rational> widest(const Recipes& recipes, std::size_t row, std::size_t channel,
                                 const Rational& value, int bits) const;

  Chart chart_;
  std::vector<Position> positions_;  ///< in ascending order
  double amplitude_ = 1;             ///< |A| or less
  Recipes in_float32_, in_float64_;
};

}  // namespace sextant::vectors
