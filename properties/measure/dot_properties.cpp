#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "draw/patterns.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "sextant/measure/identity/dot.hpp"
#include "sextant/number/round.hpp"

namespace sextant {
namespace {

using measure::Summation;

/// Numbers of a format from 2^−8 to 1, of either sign: as entries are, and nothing underflows.
std::vector<double> draw_entries(const Format& format, std::size_t count) {
  std::vector<double> found;
  for (std::size_t j = 0; j < count; ++j) {
    const auto raw = *draw::full(draw::arbitrary<std::uint64_t>());
    const double size = std::ldexp(1 + std::ldexp(static_cast<double>(raw >> 12), -52),
                                   -1 - static_cast<int>(raw % 8));
    found.push_back(round_to(format, (raw >> 8) % 2 == 0 ? size : -size));
  }
  return found;
}

/// Rounded by rationals, which know nothing of floating point.
Rational rounded(const Format& format, const Rational& value) {
  return to_rational(round(format, value));
}

Rational by_halves(const Format& format, const std::vector<Rational>& terms, std::size_t first,
                   std::size_t count) {
  if (count == 1) return terms[first];
  const std::size_t half = count / 2;
  return rounded(format, by_halves(format, terms, first, half) +
                             by_halves(format, terms, first + half, count - half));
}

Rational by_definition(const std::vector<double>& x, const std::vector<double>& y,
                       const Format& format, Summation how) {
  std::vector<Rational> products;
  Rational sum = 0;
  for (std::size_t j = 0; j < x.size(); ++j) {
    const Rational product = to_rational(from_double(x[j])) * to_rational(from_double(y[j]));
    products.push_back(rounded(format, product));
    if (how == Summation::naive)
      sum = j == 0 ? products[0] : rounded(format, sum + products[j]);
    else
      sum = rounded(format, sum + product);
  }
  return how == Summation::pairwise ? by_halves(format, products, 0, products.size()) : sum;
}

/// What is measured of sums is of the sums that a program in that format forms.
PROPERTY(DotProduct, IsRoundedAsItsDefinitionSays) {
  const Format format = *draw::element_of(draw::hardware_formats());
  const auto how = format.storage_bits == 16
                       ? *draw::element(Summation::naive, Summation::pairwise)
                       : *draw::element(Summation::naive, Summation::pairwise, Summation::fused);
  const auto count = *draw::full(draw::in_range<std::size_t>(1, 20));
  const auto x = draw_entries(format, count), y = draw_entries(format, count);
  const auto got = measure::dot(x, y, format, how);
  RC_ASSERT(to_rational(from_double(got.value)) == by_definition(x, y, format, how));
  Rational exact = 0;
  for (std::size_t j = 0; j < count; ++j)
    exact += to_rational(from_double(x[j])) * to_rational(from_double(y[j]));
  const Rational off = abs(Rational(to_rational(from_double(got.value)) - exact));
  RC_ASSERT(off <= to_rational(from_double(measure::total(got.products, got.sums))));
}

/// A step of the last place at either end of a binade, and where numbers are subnormal.
TEST(HalfAnUlp, IsOfTheResult) {
  EXPECT_EQ(measure::half_ulp(kFloat32, 1), 0x1p-24);
  EXPECT_EQ(measure::half_ulp(kFloat32, -0x1.fffffep-1), 0x1p-25);
  EXPECT_EQ(measure::half_ulp(kBfloat16, 0.75), 0x1p-9);
  EXPECT_EQ(measure::half_ulp(kFloat16, 0x1p-14), 0x1p-25);
  EXPECT_EQ(measure::half_ulp(kFloat16, 0x1p-20), 0x1p-25);
  EXPECT_EQ(measure::half_ulp(kFloat16, 0), 0x1p-25);
}

}  // namespace
}  // namespace sextant
