#pragma once

#include <string>

#include "sextant/report/claims/recipe_errors.hpp"

namespace sextant {

/// The evidence for claims about formats: recipes of the sinusoidal encoding with base 10000 and,
/// by default, d = 128, computed and stored in one format.

/// The errors of a recipe's rows from position 0 on.
RecipeErrors of_recipe(const std::string& recipe, const Format& format, std::uint64_t count);

/// The largest relative error of the frequencies of a width, in units u = 2^−p of the format.
double frequency_error(const std::string& recipe, int dim, const Format& format);

/// The largest magnitude below a position, in float32 or float64, of all recipes that end in a
/// library's sine.
double largest_value(std::uint64_t positions);

/// The first position where the rotation recurrence leaves [−1, 1], and its largest magnitude.
struct RecurrenceExcess {
  Position first = 0;
  double most = 0;
};
RecurrenceExcess excess_of_rotation(const Format& format, std::uint64_t positions);

/// The first position whose row, rotated by the row of the shift in float32, differs from the row
/// of their sum by more than a limit in some entry.  `pair` −1 means any pair.
struct Stop {
  Position position = 0;
  double error = 0;
  double at_ten = 0;  ///< the error at position 10
};
Stop rotation_stops(int pair, Position shift, double limit);

/// Whether 2²⁴ and 2²⁴ + 1 have equal rows in float32, and 2²⁴ − 1 another.
bool repeats_after_2_to_24();

/// The largest k ≤ 62 such that a recipe's bound at position 2^k is within a limit.  The bound
/// grows with the position.                                                        recipes.md, (36)
int bits_within(const std::string& recipe, const Format& format, double limit);

}  // namespace sextant
