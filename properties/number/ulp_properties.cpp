#include "draw/gen.hpp"
#include "draw/patterns.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/number/round.hpp"
#include "sextant/number/text.hpp"
#include "sextant/number/ulp.hpp"

namespace sextant {
namespace {

const Format kAll[] = {kFloat16, kBfloat16, kFloat32, kFloat64, kBinary128};

TEST(Ulp, ChangesAtPowersOfTwo) {
  for (const Format& f : kAll) {
    for (int e = f.emin - f.precision - 2; e <= f.emax; e = e < f.emin + 3 ? e + 1 : e + 97) {
      const Rational power = power_of_two(e);
      const int at = std::max(e, f.emin) - f.precision + 1;
      const int below = std::max(e - 1, f.emin) - f.precision + 1;
      EXPECT_EQ(ulp_exponent(f, power), at) << f << ' ' << e;
      EXPECT_EQ(ulp_exponent(f, power - power / 1000000007), below) << f << ' ' << e;
      EXPECT_EQ(ulp_exponent(f, -power), at) << f << ' ' << e;
      EXPECT_EQ(ulp_exponent(f, power + power / 3), at) << f << ' ' << e;
    }
    EXPECT_EQ(ulp_exponent(f, Rational(0)), f.emin - f.precision + 1);
  }
}

/// 2^e ≤ |x| < 2^(e+1) by trying exponents one after the other.
PROPERTY(Ulp, IsByDefinitionOfTheTrueValue) {
  const Format f = *draw::element(kFloat16, kBfloat16, kFloat32, kFloat64).as("format");
  const Rational x = *draw::rationals(60).as("x");
  RC_PRE(x != 0);
  int e = -70;
  while (power_of_two(e + 1) <= abs(x)) ++e;
  RC_ASSERT(power_of_two(e) <= abs(x));
  RC_ASSERT(ulp_exponent(f, x) == std::max(e, f.emin) - f.precision + 1);
}

PROPERTY(Ulp, IsTheGapToTheNextNumber) {
  const Format f = *draw::element_of(draw::hardware_formats()).as("format");
  const draw::Pattern pattern = *draw::patterns(f).as("pattern");
  const Bits size = pattern.bits & ((Bits{1} << (f.storage_bits - 1)) - 1);
  const Number here = decode(f, size), next = decode(f, size + 1);
  RC_PRE(next.finite());
  RC_ASSERT(to_rational(next) - to_rational(here) ==
            power_of_two(ulp_exponent(f, to_rational(here))));
}

PROPERTY(Ulp, IsTheSameForADoubleAndItsRational) {
  const Format f = *draw::element_of(draw::hardware_formats()).as("format");
  const Number x = (*draw::patterns(kFloat64).as("x")).number();
  RC_ASSERT(ulp_exponent(f, to_double(x)) == ulp_exponent(f, to_rational(x)));
}

TEST(Format, ReadsItsOwnName) {
  for (const Format& f : kAll) EXPECT_EQ(Format::named(f.name()), f);
  for (const int p : {2, 24, 75, 65536}) {
    EXPECT_EQ(Format::named("p" + std::to_string(p)), Format::bits(p));
    EXPECT_EQ(Format::bits(p).name(), "p" + std::to_string(p));
  }
}

TEST(Format, ReadsShortNamesAndThoseOfC) {
  for (const char* name : {"fp16", "half"}) EXPECT_EQ(Format::named(name), kFloat16) << name;
  EXPECT_EQ(Format::named("bf16"), kBfloat16);
  for (const char* name : {"fp32", "float"}) EXPECT_EQ(Format::named(name), kFloat32) << name;
  for (const char* name : {"fp64", "double"}) EXPECT_EQ(Format::named(name), kFloat64) << name;
}

TEST(Format, RefusesOtherNamesAndSaysWhich) {
  for (const char* name : {"", "p", "p1", "p65537", "p-3", "p 8", "p8x", "float8", "float128",
                           "FLOAT32", "fp8", "p99999999999999999999"}) {
    try {
      (void)Format::named(name);
      ADD_FAILURE() << "took '" << name << "'";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("format"), std::string::npos) << error.what();
    }
  }
}

TEST(Format, HasTheParametersOfIeee754) {
  for (const Format& f : kAll) {
    const int exponent_bits = f.storage_bits - f.precision;
    EXPECT_EQ(f.emax, (1 << (exponent_bits - 1)) - 1) << f;
    EXPECT_EQ(f.emin, 1 - f.emax) << f;
  }
}

PROPERTY(Pattern128, DecodesAndEncodes) {
  const Format f = *draw::element(kFloat32, kFloat64, kBinary128).as("format");
  const draw::Pattern pattern = *draw::patterns(f).as("pattern");
  RC_ASSERT(encode(f, pattern.number()) == pattern.bits);
  RC_ASSERT(read_number(f, hex_text(pattern.number())) == pattern.number());
}

PROPERTY(Ordinal128, FollowsTheOrderOfValues) {
  const Format f = *draw::element(kFloat32, kFloat64, kBinary128).as("format");
  const draw::Pattern a = *draw::patterns(f).as("a");
  const draw::Pattern b = *draw::patterns(f).as("b");
  const Ordinal here = ordinal(f, a.bits), there = ordinal(f, b.bits);
  RC_ASSERT((here < there) == (to_rational(a.number()) < to_rational(b.number())));
  RC_ASSERT((here == there) == (to_rational(a.number()) == to_rational(b.number())));
}

PROPERTY(Number, ADoubleIsItself) {
  const double x = to_double((*draw::patterns(kFloat64).as("x")).number());
  RC_ASSERT(std::bit_cast<std::uint64_t>(to_double(from_double(x))) ==
            std::bit_cast<std::uint64_t>(x));
}

}  // namespace
}  // namespace sextant
