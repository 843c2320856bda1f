#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "sextant/recipe/bound/arithmetic_cpp_bin_float.hpp"
#include "sextant/recipe/bound/exactly.hpp"

namespace sextant::recipe {
namespace {

template <class T>
class Exactly : public testing::Test {};
using Types = testing::Types<float, double, long double, Binary128, CppBinFloat50, MpfrFloat50>;
TYPED_TEST_SUITE(Exactly, Types);

/// ±an odd number of exactly `bits` bits.
Integer significand(int bits) {
  Integer value = 0;
  for (int i = 0; i < 4; ++i) {
    value <<= 64;
    value += *draw::arbitrary<std::uint64_t>();
  }
  const Integer top = Integer(1) << (bits - 1);
  value = (value & (top - 1)) | top | 1;
  return *draw::arbitrary<bool>() ? Integer(-value) : value;
}

/// A number that needs every bit of a type comes back whole: nothing of it is lost on the way to a
/// rational.
TYPED_TEST(Exactly, ReadsEveryBitOfANumber) {
  EXPECT_TRUE(properties::holds([] {
    const Integer digits = significand(Arithmetic<TypeParam>::format.precision);
    const Rational value = Rational(digits) * power_of_two(*draw::full(draw::in_range(-120, 60)));
    RC_ASSERT(holds<TypeParam>(value));
    RC_ASSERT(exactly(to<TypeParam>(value)) == value);
  }));
  EXPECT_EQ(exactly(TypeParam(0)), 0);
}

}  // namespace
}  // namespace sextant::recipe
