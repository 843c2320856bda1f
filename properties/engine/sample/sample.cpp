// A test program for the tests of the engine.  SAMPLE_LIMIT controls which properties fail.

#include <cstdint>
#include <cstdlib>

#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "engine/tried.hpp"

namespace sextant::properties {
namespace {

std::uint64_t limit() {
  const char* text = std::getenv("SAMPLE_LIMIT");
  return text == nullptr ? ~std::uint64_t{0} : std::strtoull(text, nullptr, 10);
}

PROPERTY(Sample, NumbersStayBelowTheLimit) {
  const auto x = *draw::arbitrary<std::uint64_t>();
  RC_TAG(x % 2 == 0 ? "even" : "odd");
  RC_ASSERT(x < limit());
}

/// The second of its properties fails.
TEST(Sample, HasTwoProperties) {
  EXPECT_TRUE(properties::holds([] { RC_PRE(*draw::in_range(0, 2) == 0); }));
  EXPECT_TRUE(properties::holds([] { RC_ASSERT(*draw::arbitrary<std::uint64_t>() < limit()); }));
}

TEST(Sample, TriesOneInFour) {
  try_one_in(4);
  EXPECT_TRUE(properties::holds([] {}));
}

/// Expected failures are not kept.
TEST(Sample, ExpectsToFail) {
  expect_failures();
  EXPECT_FALSE(properties::holds([] { RC_FAIL("as expected"); }));
}

TEST(Sample, GoesOverPlaces) { count_places(65536); }

class Types : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(All, Types, testing::Values(1, 2, 3));

TEST_P(Types, AreThree) {
  if (GetParam() == 2) GTEST_SKIP();
}
TEST_P(Types, AreThreeFull) { EXPECT_LT(GetParam(), 4); }

}  // namespace
}  // namespace sextant::properties
