#include <string>

#include <gtest/gtest.h>

#include "sextant/encoding/real/readable.hpp"

namespace sextant {
namespace {

TEST(Readable, IsADecimalOfSixDigitsBesideTheFractionOrInsteadOfIt) {
  EXPECT_EQ(readable(7), "7");
  EXPECT_EQ(readable(Rational(-5, 2)), "-2.5");
  EXPECT_EQ(readable(Rational(1, 8)), "0.125");
  EXPECT_EQ(readable(Rational(12345, 67891)), "12345/67891 (about 0.181836)");
  EXPECT_EQ(readable(Rational(10494033, 1000)), "10494033/1000 (about 10494)");
  EXPECT_EQ(readable(power_of_two(-3000)), to_text(power_of_two(-3000)));
}

TEST(Readable, FindsTheFractionsOfAText) {
  EXPECT_EQ(readable_fractions("rope dim=8 factor=5/2 base=1/3"),
            "rope dim=8 factor=2.5 base=1/3 (about 0.333333)");
  EXPECT_EQ(readable_fractions("short=1,21/20,-3/2"), "short=1,1.05,-1.5");
  EXPECT_EQ(readable_fractions("{\"base\":\"22/7\"}"), "{\"base\":\"22/7 (about 3.14286)\"}");
  EXPECT_EQ(readable_fractions("positions 1/2:17/2:1/2"), "positions 0.5:8.5:0.5");
  for (const std::string same : {"", "-", "1/", "/2", "dim/2 - 1", "'t/1/2.npy'", "'1/2'",
                                 "o/r#1/2x", "2^1/2", "0x1/2", "1.5/2", "1/2/3", "12", "1e-3/2"})
    EXPECT_EQ(readable_fractions(same), same);
}

}  // namespace
}  // namespace sextant
