#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::vectors {

/// The distance from the true value that theory allows a program that computes in float32 or in
/// float64; nullopt if its bounds allow no useful margin.                           vectors.md, (4)
struct Margins {
  std::optional<Rational> in_float32, in_float64;

  const std::optional<Rational>& in(const Format& compute) const {
    return compute == kFloat64 ? in_float64 : in_float32;
  }
};

/// The default compute format of a table, as in `verify`.
inline Format computed(const Format& format) { return format == kFloat64 ? kFloat64 : kFloat32; }

/// A bound with few digits, rounded upward.  It includes the error of a value that was rounded to
/// odd in `bits` bits.                                                              vectors.md, (5)
Rational margin(const Rational& bound, const Rational& value, int bits);

/// The margins of the sound recipes of a chart at listed positions; for given frequencies, of a
/// program that reads them.
class RecipeMargins {
 public:
  RecipeMargins(const Chart& chart, const std::vector<Position>& positions,
                verify::Given given = verify::Given::no);

  /// At a position of the list; `value` is the true value rounded to odd in `bits` bits.
  Margins at(Position position, std::size_t channel, const Rational& value, int bits) const;

 private:
  using Recipes = std::vector<std::unique_ptr<recipe::Recipe>>;
  std::optional<Rational> widest(const Recipes& recipes, std::size_t row, std::size_t channel,
                                 const Rational& value, int bits) const;

  Chart chart_;
  std::vector<Position> positions_;  ///< in ascending order
  double amplitude_ = 1;             ///< at least |A|
  Recipes in_float32_, in_float64_;
};

}  // namespace sextant::vectors
