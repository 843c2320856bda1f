#include <bit>
#include <cfenv>
#include <cmath>

#include <gtest/gtest.h>

#include "draw/places.hpp"
#include "engine/tried.hpp"
#include "sextant/number/round.hpp"
#include "sextant/number/text.hpp"

namespace sextant {
namespace {

/// Everything about the 2¹⁶ patterns of a format.
class SixteenBits : public testing::TestWithParam<Format> {
 public:
  /// Calls visit(bits, number) for each pattern that is not a NaN or an infinity.
  template <class Visit>
  void for_each_finite(Visit visit) const {
    std::uint64_t finite = 0;
    for (Bits bits = 0; bits < 0x10000; ++bits) {
      const Number number = decode(GetParam(), bits);
      if (!number.finite()) continue;
      visit(bits, number);
      ++finite;
    }
    properties::count_places(finite);
  }
};

INSTANTIATE_TEST_SUITE_P(Formats, SixteenBits, testing::Values(kFloat16, kBfloat16),
                         [](const auto& tested) { return tested.param.name(); });

/// The value by the book: (−1)^s · 2^(e − bias) · 1.f, in doubles, where all of this is exact.
double by_the_book(const Format& f, unsigned bits) {
  const int fraction_bits = f.precision - 1;
  const int exponent = static_cast<int>((bits & 0x7fff) >> fraction_bits);
  const double fraction = (bits & ((1U << fraction_bits) - 1)) * std::ldexp(1.0, -fraction_bits);
  const double size =
      exponent == 0 ? std::ldexp(fraction, f.emin) : std::ldexp(1 + fraction, exponent - f.emax);
  return (bits & 0x8000) != 0 ? -size : size;
}

TEST_P(SixteenBits, AreReadByTheBook) {
  int finite = 0;
  for_each_finite([&](Bits bits, const Number& number) {
    const double want = by_the_book(GetParam(), static_cast<unsigned>(bits));
    ASSERT_EQ(to_double(number), want);
    ASSERT_EQ(number.negative, std::signbit(want));
    ++finite;
  });
  EXPECT_EQ(finite, 0x10000 - (2 << (GetParam().precision - 1)));
}

TEST_P(SixteenBits, AreWrittenBackUnchanged) {
  for (Bits bits = 0; bits < 0x10000; ++bits) {
    const Number number = decode(GetParam(), bits);
    const Bits quiet = encode(GetParam(), {Number::Kind::nan, false, 0, 0});
    ASSERT_TRUE(encode(GetParam(), number) == (number.kind == Number::Kind::nan ? quiet : bits));
  }
  properties::count_places(0x10000);
}

TEST_P(SixteenBits, AreReadBackFromTheirHexText) {
  for_each_finite([&](Bits bits, const Number& number) {
    const std::string text = hex_text(number);
    ASSERT_TRUE(encode(GetParam(), read_number(GetParam(), text)) == bits) << text;
    ASSERT_EQ(std::strtod(text.c_str(), nullptr), to_double(number)) << text;
  });
}

/// The decimals of n digits next to x, by glibc, which rounds them as the mode says.  If neither
/// reads back, none does: the numbers that read back as x are an interval around x.
std::vector<std::string> decimals_around(double x, int digits) {
  std::vector<std::string> found;
  for (const int mode : {FE_DOWNWARD, FE_UPWARD}) {
    char text[64];
    std::fesetround(mode);
    std::snprintf(text, sizeof text, "%.*e", digits - 1, x);
    std::fesetround(FE_TONEAREST);
    found.emplace_back(text);
  }
  return found;
}

int significant_digits(const std::string& text) {
  int digits = 0;
  for (const char c : text.substr(0, text.find('e'))) {
    if (c >= '0' && c <= '9' && (digits > 0 || c != '0')) ++digits;
  }
  const auto end = text.find('e') == std::string::npos ? text.size() : text.find('e');
  // Zeros that only bring the point into place do not count.
  if (text.find('.') == std::string::npos) {
    for (std::size_t i = end; i-- > 1 && text[i] == '0';) --digits;
  }
  return digits;
}

TEST_P(SixteenBits, HaveTheShortestDecimalThatReadsBackFull) {
  for_each_finite([&](Bits bits, const Number& number) {
    if (number.zero() || number.negative) return;
    const std::string text = shortest_decimal(GetParam(), number);
    ASSERT_TRUE(encode(GetParam(), read_number(GetParam(), text)) == bits) << text;
    const int digits = significant_digits(text);
    const auto distance = [&](const std::string& decimal) {
      return Rational(abs(parse_rational(decimal) - to_rational(number)));
    };
    for (const std::string& other : decimals_around(to_double(number), digits)) {
      // Of those of its length that read back it is the nearest.
      ASSERT_TRUE(encode(GetParam(), read_number(GetParam(), other)) != bits ||
                  distance(text) <= distance(other))
          << text << ' ' << other;
    }
    if (digits == 1) return;
    for (const std::string& shorter : decimals_around(to_double(number), digits - 1)) {
      ASSERT_FALSE(encode(GetParam(), read_number(GetParam(), shorter)) == bits)
          << text << ' ' << shorter;
    }
  });
}

TEST_P(SixteenBits, MirrorTheirDecimals) {
  for_each_finite([&](Bits bits, const Number& number) {
    if (bits % 17 != 0 || number.negative) return;
    const Number mirrored = decode(GetParam(), bits | 0x8000);
    ASSERT_EQ(shortest_decimal(GetParam(), mirrored), "-" + shortest_decimal(GetParam(), number));
  });
}

TEST_P(SixteenBits, AreOrderedByTheirOrdinals) {
  std::vector<std::pair<Ordinal, double>> numbers;
  for_each_finite([&](Bits bits, const Number& number) {
    numbers.emplace_back(ordinal(GetParam(), bits), to_double(number));
  });
  std::sort(numbers.begin(), numbers.end());
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    const auto& [before, low] = numbers[i - 1];
    const auto& [after, high] = numbers[i];
    // Both zeros have place 0; otherwise one step leads to the next number.
    ASSERT_TRUE(low == 0 && high == 0 ? after == before : after == before + 1 && low < high);
  }
}

/// Between two neighbours, every double goes to the nearer: enough to ask at the middle, where the
/// even one wins, and a double's step to either side, for rounding is monotone.
TEST_P(SixteenBits, AttractTheDoublesNearThem) {
  const Format f = GetParam();
  for_each_finite([&](Bits bits, const Number& number) {
    if (number.negative) return;
    const double low = to_double(number);
    const bool last =
        bits + 1 == (((Bits{1} << (f.storage_bits - f.precision)) - 1) << (f.precision - 1));
    const double high = last ? INFINITY : to_double(decode(f, bits + 1));
    // Beyond the largest number the next one would be 2^(emax + 1).
    const double middle = last ? (low + std::ldexp(1.0, f.emax + 1)) / 2 : (low + high) / 2;
    ASSERT_EQ(round_to(f, middle), bits % 2 == 0 ? low : high);
    ASSERT_EQ(round_to(f, std::nextafter(middle, 0)), low);
    ASSERT_EQ(round_to(f, std::nextafter(middle, INFINITY)), high);
    ASSERT_EQ(round_to(f, -middle), -(bits % 2 == 0 ? low : high));
  });
}

/// As floats and as doubles they are the same numbers, read from bits that the hardware makes.
TEST_P(SixteenBits, StayThemselvesInWiderFormats) {
  for_each_finite([&](Bits, const Number& number) {
    const double x = to_double(number);
    const auto narrow = static_cast<float>(x);
    const Number single = decode(kFloat32, std::bit_cast<std::uint32_t>(narrow));
    const Number twice = decode(kFloat64, std::bit_cast<std::uint64_t>(x));
    for (const Number& same : {single, twice}) {
      ASSERT_EQ(to_double(same), x);
      ASSERT_EQ(same.negative, number.negative);
    }
    ASSERT_EQ(round_to(kFloat32, x), x);
    ASSERT_EQ(round_to(GetParam(), x), x);
  });
}

TEST_P(SixteenBits, ShowTheirBits) {
  EXPECT_EQ(bits_text(GetParam(), Bits{0xab1}), "0x0ab1");
  EXPECT_EQ(bits_text(GetParam(), make_number(false, 1, 0)),
            GetParam() == kFloat16 ? "0x3c00" : "0x3f80");
}

}  // namespace
}  // namespace sextant
