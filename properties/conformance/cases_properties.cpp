#include <map>
#include <set>

#include <gtest/gtest.h>

#include "conformance/answers.hpp"
#include "sextant/conformance/cases.hpp"
#include "sextant/exact/reference.hpp"
#include "sextant/number/ulp.hpp"

namespace sextant::conformance {
namespace {

using Places = std::set<std::pair<Position, std::size_t>>;

Places places(const Cases& cases, std::uint64_t first, std::uint64_t last) {
  Places found;
  for (std::uint64_t k = first; k < last; ++k) found.emplace(cases[k].position, cases[k].channel);
  return found;
}
Places places(const Cases& cases) { return places(cases, 0, cases.count()); }

/// The distance of the true value from a midpoint in ulps, by the definition; nullopt if the value
/// is known by algebra.
std::optional<Rational> from_midpoint(const Cases& cases, Position position, std::size_t channel) {
  const Waves& waves = cases.oracle().waves();
  const Channel& c = cases.oracle().chart().channels[channel];
  if (exact::rational_value(waves, to_rational(position), c)) return std::nullopt;
  const auto [lower, upper] = exact::enclosure(waves, to_rational(position), c, 1);
  const Rational x = abs(to_rational(lower));
  const Rational ulps = x / power_of_two(ulp_exponent(cases.request().format, x));
  const Rational rest = ulps - Rational(numerator(ulps) / denominator(ulps));
  return abs(Rational(rest - Rational(1, 2)));
}

TEST(Cases, AreTheSameForTheSameOptionsAlone) {
  TestRequest asked = about(Sinusoidal{.dim = 8}, "0:2^20", kFloat32);
  const Cases one(asked), again(asked);
  ASSERT_EQ(one.count(), 4096U);
  for (std::uint64_t k = 0; k < one.count(); ++k) EXPECT_EQ(one[k], again[k]) << k;
  EXPECT_EQ(one.header(), again.header());
  asked.seed = 2;
  const Cases other(asked);
  EXPECT_NE(one.header(), other.header());
  std::uint64_t same = 0;
  for (std::uint64_t k = 2000; k < one.count(); ++k) same += one[k] == other[k] ? 1U : 0U;
  EXPECT_LT(same, 20U);
}

/// Of all entries the one nearest to a midpoint is asked first, and the next ones after it.
TEST(Cases, BeginWithWhatIsNearestToATie) {
  for (const Format& format : {kBfloat16, kFloat64}) {
    const Cases cases(about(Sinusoidal{.dim = 4}, "-50:150", format));
    std::vector<Rational> all;
    for (Position p = -50; p < 150; ++p) {
      for (std::size_t j = 0; j < 4; ++j) {
        if (const auto distance = from_midpoint(cases, p, j)) all.push_back(*distance);
      }
    }
    std::sort(all.begin(), all.end());
    // Sines are odd: a distance may stand twice, and balls do not tell distances of 2⁻⁷⁰ apart.
    for (std::uint64_t k = 0; k < 100; ++k) {
      const auto distance = from_midpoint(cases, cases[k].position, cases[k].channel);
      ASSERT_TRUE(distance);
      EXPECT_LT(abs(Rational(*distance - all[k])), power_of_two(-20)) << format.name() << k;
    }
  }
}

TEST(Cases, HaveTheSmallestValues) {
  const Cases cases(about(Sinusoidal{.dim = 4, .base = 100}, "1:2000", kFloat32));
  std::map<double, std::pair<Position, std::size_t>> sizes;
  for (Position p = 1; p < 2000; ++p) {
    for (std::size_t j = 0; j < 4; ++j) {
      const Channel& c = cases.oracle().chart().channels[j];
      sizes[std::abs(cases.oracle().nearest(kFloat64, p, c).value)] = {p, j};
    }
  }
  const Places first = places(cases, 0, 400);
  for (auto at = sizes.begin(); at != std::next(sizes.begin(), 60); ++at)
    EXPECT_TRUE(first.contains(at->second)) << at->first;
}

TEST(Cases, HaveTheEndsAndWhatIsBesidePowersOfTwo) {
  for (const std::string range : {"0:2^20", "-2^62:2^63", "5:1000005", "2^20:0:-1"}) {
    const Cases cases(about(Sinusoidal{.dim = 64}, range, kFloat32));
    const Places found = places(cases);
    const Positions& positions = cases.request().positions;
    for (const std::uint64_t row : {std::uint64_t{0}, positions.count - 1}) {
      for (const std::size_t j : {0, 1, 31, 32, 62, 63})
        EXPECT_TRUE(found.contains({positions[row], j})) << range << j;
    }
    const Position low = std::min(positions[0], positions[positions.count - 1]);
    const Position high = std::max(positions[0], positions[positions.count - 1]);
    int powers = 0;
    for (int e = 0; e < 63; ++e) {
      for (const int aside : {-1, 0, 1}) {
        const Position p = (Position{1} << e) + aside;
        if (p < low || p > high) continue;
        ++powers;
        for (const std::size_t j : {0, 63}) EXPECT_TRUE(found.contains({p, j})) << range << e;
      }
    }
    EXPECT_GE(powers, 40) << range;
  }
}

/// All entries, whatever the positions, each once.
TEST(Cases, AreAllThereAreWhereTheyAreToBeOrFew) {
  for (const auto& [range, level] :
       {std::pair("0:100", Level::quick), std::pair("-64:64:3", Level::quick),
        std::pair("0:700", Level::exhaustive), std::pair("0:3:1/8", Level::quick)}) {
    TestRequest asked = about(Sinusoidal{.dim = 16}, range, kFloat32);
    asked.level = level;
    const Cases cases(asked);
    const std::uint64_t entries = asked.positions.count * 16;
    EXPECT_EQ(cases.count(), entries) << range;
    EXPECT_EQ(places(cases).size(), entries) << range;
    for (std::uint64_t k = 0; k < cases.count(); ++k) {
      EXPECT_EQ(cases[k].position, asked.positions[cases[k].row]);
      EXPECT_LT(cases[k].row, asked.positions.count);
      EXPECT_LT(cases[k].channel, 16U);
    }
  }
}

/// In every quarter of the positions, and of the octaves from either end; in every channel.
TEST(Cases, AreDrawnFromEverywhere) {
  TestRequest asked = about(Sinusoidal{.dim = 8}, "0:2^40", kFloat32);
  asked.forever = true;
  const Cases cases(asked);
  std::map<std::uint64_t, int> quarters, near, far, channels;
  constexpr std::uint64_t kDrawn = 4000;
  for (std::uint64_t k = cases.count(); k < cases.count() + kDrawn; ++k) {
    ASSERT_TRUE(cases.has(k));
    const auto row = cases[k].row;
    ASSERT_LT(row, std::uint64_t{1} << 40);
    ++quarters[row >> 38];
    ++near[std::bit_width(row) / 8];
    ++far[std::bit_width((std::uint64_t{1} << 40) - 1 - row) / 8];
    ++channels[cases[k].channel];
  }
  for (std::uint64_t q = 0; q < 4; ++q) {
    EXPECT_GT(quarters[q], 300) << q;
    EXPECT_GT(near[q], 100) << q;
    EXPECT_GT(far[q], 100) << q;
  }
  for (std::uint64_t j = 0; j < 8; ++j) EXPECT_GT(channels[j], 400) << j;
}

TEST(Cases, AreOfEveryPartThatIsRounded) {
  Rotary rotary;
  rotary.dim = 32;
  Alibi alibi;
  for (const auto& [encoding, part, positions] :
       {std::tuple(Encoding(rotary), Part::cos, "0:100"),
        std::tuple(Encoding(rotary), Part::inv_freq, "0:1"),
        std::tuple(Encoding(alibi), Part::slopes, "0:1"),
        std::tuple(Encoding(alibi), Part::bias, "0:200")}) {
    TestRequest asked = about(encoding, positions, kBfloat16);
    asked.part = part;
    const Cases cases(asked);
    EXPECT_GE(cases.count(), 8U) << name(part);
    EXPECT_EQ(judged(asked, joined(answers(cases, rightly(cases)))).verdict.grade,
              verify::Grade::correctly_rounded)
        << name(part);
  }
}

TEST(Cases, AreNotOfIntegersAndVectorsNorBeyondCounting) {
  TestRequest asked = about(T5{}, "0:64", kFloat32);
  EXPECT_THROW(Cases{asked}, Error);
  Rotary rotary;
  rotary.dim = 8;
  asked.encoding = rotary, asked.part = Part::rotated;
  EXPECT_THROW(Cases{asked}, Error);
  asked = about(Sinusoidal{.dim = 8}, "-2^62:2^62", kFloat32);
  EXPECT_EQ(Cases(asked).count(), 4096U);
  asked.level = Level::exhaustive;
  EXPECT_THROW(Cases{asked}, Error);
}

}  // namespace
}  // namespace sextant::conformance
