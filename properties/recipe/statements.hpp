#pragma once

#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "recipe/subject/subject.hpp"

namespace sextant::recipe {

/// A statement that must hold for every recipe it covers: properties test it on the recipes, and
/// mutants must fail it.  A false result contains the reason; a true one may contain the margin.
struct Statement {
  std::string_view name;
  testing::AssertionResult (*holds)(const Subjects&);
  bool (*speaks_of)(const Subjects&) = nullptr;  ///< nullptr: all recipes
};

/// All statements.
const std::vector<Statement>& statements();
const Statement& statement_named(std::string_view name);

/// Rows as rotations.                                                      properties.md, §Rotation
testing::AssertionResult a_shift_is_a_rotation_by_its_own_row(const Subjects& subjects);
testing::AssertionResult the_inverse_rotation_brings_a_row_back(const Subjects& subjects);
testing::AssertionResult rotations_compose(const Subjects& subjects);
testing::AssertionResult dot_products_depend_on_the_offset_alone(const Subjects& subjects);
testing::AssertionResult the_derivative_is_linear_in_the_row(const Subjects& subjects);

/// Single values, pairs and rows.                                        properties.md, (3) to (12)
testing::AssertionResult values_are_bounded_by_one(const Subjects& subjects);
testing::AssertionResult every_pair_has_unit_norm(const Subjects& subjects);
testing::AssertionResult sine_is_odd_and_cosine_is_even_to_the_bit(const Subjects& subjects);
testing::AssertionResult wavelengths_grow_geometrically_from_two_pi_upwards(
    const Subjects& subjects);
testing::AssertionResult rows_of_an_initial_range_are_distinct(const Subjects& subjects);
testing::AssertionResult float32_positions_stop_being_distinct_after_two_to_the_24(
    const Subjects& subjects);

/// Errors.                                                                               recipes.md
testing::AssertionResult stays_within_its_derived_bound(const Subjects& subjects);
testing::AssertionResult stays_within_its_derived_bound_over_longer_runs(const Subjects& subjects);
testing::AssertionResult stays_within_its_derived_bound_where_formats_end(const Subjects& subjects);
testing::AssertionResult stays_within_its_derived_bound_in_every_context(const Subjects& subjects);
testing::AssertionResult blends_are_off_by_their_roundings(const Subjects& subjects);
testing::AssertionResult knows_frequencies_next_to_one_from_one(const Subjects& subjects);

}  // namespace sextant::recipe
