#include <gtest/gtest.h>

#include "recipe/statements.hpp"
#include "recipe/subject/share.hpp"

namespace sextant::recipe {
namespace {

class Rotations : public SharedSubjects<> {};
INSTANTIATE_TEST_SUITE_P(Types, Rotations, testing::ValuesIn(all_subjects()),
                         [](const auto& instance) { return test_name(instance.param); });

TEST_P(Rotations, AShiftIsARotationByItsOwnRow) {
  EXPECT_TRUE(a_shift_is_a_rotation_by_its_own_row(GetParam()));
}

TEST_P(Rotations, TheInverseRotationBringsARowBack) {
  EXPECT_TRUE(the_inverse_rotation_brings_a_row_back(GetParam()));
}

TEST_P(Rotations, RotationsCompose) { EXPECT_TRUE(rotations_compose(GetParam())); }

TEST_P(Rotations, DotProductsDependOnTheOffsetAlone) {
  EXPECT_TRUE(dot_products_depend_on_the_offset_alone(GetParam()));
}

TEST_P(Rotations, TheDerivativeIsLinearInTheRow) {
  EXPECT_TRUE(the_derivative_is_linear_in_the_row(GetParam()));
}

}  // namespace
}  // namespace sextant::recipe
