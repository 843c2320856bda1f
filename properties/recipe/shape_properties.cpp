#include <algorithm>
#include <iostream>

#include <gtest/gtest.h>

#include "recipe/statements.hpp"
#include "recipe/subject/at.hpp"
#include "recipe/subject/share.hpp"

namespace sextant::recipe {
namespace {

class Shape : public SharedSubjects<> {};
INSTANTIATE_TEST_SUITE_P(Types, Shape, testing::ValuesIn(all_subjects()), name_of_subject);

/// Of recipes that form each row's position: a run goes from row to row, and never back.
class ShapeByRow : public SharedSubjects<> {};
INSTANTIATE_TEST_SUITE_P(Types, ShapeByRow,
                         recipes_where([](const Subjects& s) { return !s.sequential; }),
                         name_of_subject);

TEST_P(Shape, ValuesAreBoundedByOne) { EXPECT_TRUE(values_are_bounded_by_one(GetParam())); }

TEST_P(Shape, EveryPairHasUnitNorm) { EXPECT_TRUE(every_pair_has_unit_norm(GetParam())); }

TEST_P(ShapeByRow, SineIsOddAndCosineIsEvenToTheBit) {
  EXPECT_TRUE(sine_is_odd_and_cosine_is_even_to_the_bit(GetParam()));
}

TEST_P(Shape, WavelengthsGrowGeometricallyFromTwoPiUpwards) {
  EXPECT_TRUE(wavelengths_grow_geometrically_from_two_pi_upwards(GetParam()));
}

TEST_P(Shape, RowsOfAnInitialRangeAreDistinctFull) {
  EXPECT_TRUE(rows_of_an_initial_range_are_distinct(GetParam()));
}

TEST_P(ShapeByRow, Float32PositionsStopBeingDistinctAfterTwoToThe24) {
  EXPECT_TRUE(float32_positions_stop_being_distinct_after_two_to_the_24(GetParam()));
}

/// A recurrence does leave the unit interval: the witness that its larger bound is needed.
TEST(ARecurrence, LeavesTheUnitIntervalInFloat32) {
  for (const Subjects& s : hardware_subjects()) {
    if (!s.sequential || s.compute != kFloat32) continue;
    const At at(s, Sinusoidal{.dim = 16});
    Rational most = 0;
    for (int p = 0; p < 4096; ++p) {
      for (int i = 0; i < at.pairs(); ++i)
        most = std::max(most, Rational(abs(at.value(p, Function::sine, i))));
    }
    std::cout << "  largest sine - 1: " << static_cast<double>(most - 1) << '\n';
    EXPECT_GT(most, 1);
  }
}

}  // namespace
}  // namespace sextant::recipe
