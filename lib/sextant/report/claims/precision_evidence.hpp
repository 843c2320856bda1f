#pragma once

#include <string>

#include "sextant/report/claims/recipe_errors.hpp"

namespace sextant {

/// What claims about formats are settled with: recipes of the sinusoidal encoding, base 10000, of
/// d = 128 where no width is said, computed and stored in one format.

/// The rows of a recipe from position 0 on.
RecipeErrors of_recipe(const std::string& recipe, const Format& format, std::uint64_t count);

/// The largest relative error of the frequencies of a width, in units u = 2^−p of the format.
double frequency_error(const std::string& recipe, int dim, const Format& format);

/// The largest magnitude that any recipe that ends in a library's sine makes in float32 or float64
/// below a position.
double largest_value(std::uint64_t positions);

/// Where the rotation recurrence first leaves [−1, 1], and the largest magnitude that it reaches.
struct RecurrenceExcess {
  Position first = 0;
  double most = 0;
};
RecurrenceExcess excess_of_rotation(const Format& format, std::uint64_t positions);

/// The least position whose row, turned by the row of the shift in float32, is off the row of their
/// sum by more than a limit in some entry: of one pair, or of any where that is −1.
struct Stop {
  Position position = 0;
  double error = 0;
  double at_ten = 0;  ///< the error at position 10
};
Stop rotation_stops(int pair, Position shift, double limit);

/// Whether 2²⁴ and 2²⁴ + 1 get one row in float32, and 2²⁴ − 1 another.
bool repeats_after_2_to_24();

/// The largest k, up to 62, such that a recipe's bound at position 2^k is within a limit: it grows
/// with the position.                                                          recipes.md, (36)
int bits_within(const std::string& recipe, const Format& format, double limit);

}  // namespace sextant
