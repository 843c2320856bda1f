#include "recipe/statements.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace sextant::recipe {
namespace {

bool goes_back(const Subjects& subjects) { return !subjects.sequential; }

}  // namespace

const std::vector<Statement>& statements() {
  static const std::vector<Statement> all = {
      {"bound", stays_within_its_derived_bound},
      {"bound where formats end", stays_within_its_derived_bound_where_formats_end},
      {"bound in contexts", stays_within_its_derived_bound_in_every_context},
      {"frequencies next to one", knows_frequencies_next_to_one_from_one},
      {"wavelengths", wavelengths_grow_geometrically_from_two_pi_upwards},
      {"boundedness", values_are_bounded_by_one},
      {"norm", every_pair_has_unit_norm},
      {"symmetry", sine_is_odd_and_cosine_is_even_to_the_bit, goes_back},
      {"uniqueness", rows_of_an_initial_range_are_distinct},
      {"positions after 2^24", float32_positions_stop_being_distinct_after_two_to_the_24,
       goes_back},
      {"addition", a_shift_is_a_rotation_by_its_own_row},
      {"inverse", the_inverse_rotation_brings_a_row_back},
      {"composition", rotations_compose},
      {"kernel", dot_products_depend_on_the_offset_alone},
      {"derivative", the_derivative_is_linear_in_the_row}};
  return all;
}

const Statement& statement_named(std::string_view name) {
  const auto found = std::find_if(statements().begin(), statements().end(),
                                  [&](const Statement& s) { return s.name == name; });
  if (found == statements().end()) throw std::out_of_range("no statement " + std::string(name));
  return *found;
}

}  // namespace sextant::recipe
