#include <cmath>
#include <cstring>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "certificate/arithmetic/rounding.hpp"
#include "certificate/certificates.hpp"
#include "draw/gen.hpp"
#include "engine/property.hpp"

namespace sextant::certificate {
namespace {

using nlohmann::json;
using testing::HasSubstr;

Dyadic dyadic(double x) {
  Dyadic result;
  arf_set_d(result.get(), x);
  return result;
}

/// The hardware rounds float64 to float32 in the same way, subnormals and ties included.
PROPERTY(Rounding, IsTheHardwares) {
  const auto mantissa = *draw::arbitrary<std::int64_t>();
  const auto tie = *draw::in_range<int>(0, 40);
  const auto exponent = *draw::in_range<int>(-220, 60);
  const double x = std::ldexp(static_cast<double>(mantissa >> 11 >> tie), exponent + tie);
  RC_PRE(std::fabs(x) < 1e38);
  RC_ASSERT(rounded(dyadic(x), *format_of("float32")) ==
            dyadic(static_cast<double>(static_cast<float>(x))));
}

TEST(Rounding, NeedsABallThatRoundsAlike) {
  Real x = Integer(1);
  mag_set_d(arb_radref(x.get()), 1e-9);
  EXPECT_TRUE(rounded(x, *format_of("float32")).has_value());
  mag_set_d(arb_radref(x.get()), 1e-7);
  EXPECT_FALSE(rounded(x, *format_of("float32")).has_value());
}

/// Reals within ±1 that round alike to bfloat16 are 2⁻⁸ apart at most, and within ±1.01 2⁻⁷.
TEST(Rounding, HasAWidestGap) {
  const Format format = *format_of("bfloat16");
  EXPECT_EQ(widest_gap(Integer(1), format), -8);
  EXPECT_EQ(widest_gap(Real(Fraction(101, 100), 64), format), -7);
  EXPECT_EQ(widest_gap(Integer(-2), format), -7);
  EXPECT_EQ(widest_gap(Integer(3), format), -6);
  EXPECT_EQ(widest_gap(Real(Fraction(1, power_of_two(140)), 64), format), -133);
}

/// bfloat16's number nearest to x, by the bits of float32; x has been rounded once, far from ties.
float to_bfloat16(long double x) {
  const auto f = static_cast<float>(x);
  std::uint32_t bits = 0;
  std::memcpy(&bits, &f, sizeof bits);
  bits = (bits + 0x7fffU + (bits >> 16 & 1U)) & 0xffff0000U;
  float result = 0;
  std::memcpy(&result, &bits, sizeof result);
  return result;
}

std::vector<float> row(int dim, std::uint64_t p) {
  std::vector<float> entries;
  for (int i = 0; i < dim / 2; ++i) {
    const long double angle = static_cast<long double>(p) * std::pow(10000.0L, -2.0L * i / dim);
    entries.push_back(to_bfloat16(std::sin(angle)) + 0.0F);
    entries.push_back(to_bfloat16(std::cos(angle)) + 0.0F);
  }
  return entries;
}

/// The first two rows alike, by trying all.
std::pair<std::uint64_t, std::uint64_t> first_collision(int dim) {
  std::map<std::vector<float>, std::uint64_t> seen;
  for (std::uint64_t q = 0;; ++q) {
    const auto [place, fresh] = seen.emplace(row(dim, q), q);
    if (!fresh) return {place->second, q};
  }
}

/// Rows in bfloat16, and a threshold that reaches all that can be alike: 2m·2⁻¹⁶.
json rows_to(int dim, std::uint64_t last) {
  const std::string threshold = std::to_string(dim) + "/65536";
  const auto found = near_offsets(dim, last, static_cast<long double>(dim) / 65536);
  json c = certificate("distinct-rows", dim, "holds",
                       near(dim, std::to_string(last), threshold, found, blocks(dim, 8)));
  c["rows"] = {{"format", "bfloat16"}, {"first", "0"},         {"last", std::to_string(last)},
               {"amplitude", "1"},     {"scope", "every row"}, {"collision", nullptr}};
  return c;
}

void expect_refused(json c, const char* place, const json& value, const char* reason) {
  c[json::json_pointer(place)] = value;
  const Checked refused = checked(c);
  EXPECT_FALSE(refused.confirmed);
  EXPECT_THAT(refused.what, HasSubstr(reason)) << place << " " << value;
}

void expect_distinct_up_to_the_first_collision(int dim) {
  const auto [earlier, later] = first_collision(dim);
  SCOPED_TRACE(std::to_string(earlier) + " " + std::to_string(later));
  const json distinct = rows_to(dim, later - 1);
  const Checked holds = checked(distinct);
  EXPECT_TRUE(holds.confirmed) << holds.what;
  const json more = rows_to(dim, later);
  const std::string pair = std::to_string(earlier) + " and " + std::to_string(later);
  EXPECT_THAT(checked(more).what, HasSubstr("rows " + pair + " round alike"));
  json fails = more;
  fails["outcome"] = "fails";
  fails["rows"]["collision"] = {{"earlier", std::to_string(earlier)},
                                {"later", std::to_string(later)}};
  const Checked found = checked(fails);
  EXPECT_TRUE(found.confirmed) << found.what;
  expect_refused(fails, "/rows/collision/earlier", std::to_string(earlier + 1),
                 "do not round alike");
  expect_refused(fails, "/outcome", "holds", "states a collision");
  expect_refused(fails, "/rows/collision", nullptr, "states none");
  expect_refused(fails, "/near/threshold", std::to_string(dim * 1000 - 1) + "/65536000",
                 "can round alike");
  expect_refused(fails, "/rows/amplitude", "1001/1000", "is not that of the encoding");
  json unnamed = fails;
  unnamed["encoding"] = "another";
  expect_refused(unnamed, "/rows/amplitude", "1001/1000", "can round alike");
  expect_refused(fails, "/rows/format", "float16", "do not round alike");
}
TEST(Rows, AreDistinctUpToTheFirstCollision) { expect_distinct_up_to_the_first_collision(2); }
TEST(Rows, OfFourChannelsAreDistinctUpToTheFirstCollisionFull) {
  expect_distinct_up_to_the_first_collision(4);
}

/// A collision is the first one or refused.
TEST(Rows, HaveNoEarlierCollision) {
  const auto [earlier, later] = first_collision(2);
  // Rows that far on, where others have collided before.
  std::uint64_t q = later + 1;
  for (;; ++q)
    if (row(2, earlier + q - later) == row(2, q)) break;
  json c = rows_to(2, q);
  c["outcome"] = "fails";
  c["rows"]["collision"] = {{"earlier", std::to_string(earlier + q - later)},
                            {"later", std::to_string(q)}};
  EXPECT_THAT(checked(c).what, HasSubstr("come before the collision stated"));
}

}  // namespace
}  // namespace sextant::certificate
