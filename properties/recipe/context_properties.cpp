#include <iostream>

#include <gtest/gtest.h>

#include "recipe/statements.hpp"
#include "recipe/subject/share.hpp"

namespace sextant::recipe {
namespace {

class EveryRecipeInContext : public SharedSubjects<2> {};
INSTANTIATE_TEST_SUITE_P(Types, EveryRecipeInContext, testing::ValuesIn(all_subjects()),
                         [](const auto& instance) { return test_name(instance.param); });

TEST_P(EveryRecipeInContext, StaysWithinItsDerivedBoundFull) {
  EXPECT_TRUE(stays_within_its_derived_bound_in_every_context(GetParam()));
}

TEST_P(EveryRecipeInContext, IsOffByTheRoundingsOfABlend) {
  const auto held = blends_are_off_by_their_roundings(GetParam());
  EXPECT_TRUE(held);
  std::cout << held.message() << '\n';
}

}  // namespace
}  // namespace sextant::recipe
