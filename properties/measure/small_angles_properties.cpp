#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "measure/statistics_text.hpp"

namespace sextant {
namespace {

/// The same of angles below 2⁻¹⁰ or so, whose sines are some steps off, and cosines hardly ever.
PROPERTY(TableGauge, TalliesSmallAnglesAsTheGaugeDoes) {
  const Encoding encoding =
      *draw::element<Encoding>(Sinusoidal{.dim = 2}, Sinusoidal{.dim = 12}, Rotary{.dim = 34});
  const int bits = *draw::full(draw::in_range(12, 40));
  const int below = *draw::full(draw::in_range(10, 24));
  const bool rotary = std::holds_alternative<Rotary>(encoding);
  const Part part =
      rotary ? *draw::element(Part::table, Part::sin, Part::sin_repeated) : Part::table;
  Chart chart = in_parts(sextant::chart(encoding, part), std::uint64_t{1} << (bits + below));
  if (*draw::mostly(false, draw::just(true))) chart.waves.origin = 3000;
  if (*draw::mostly(false, draw::just(true))) chart.waves.scale *= -3;
  const Position most = Position{1} << bits;
  Positions positions{*draw::full(draw::in_range<std::int64_t>(1, static_cast<std::int64_t>(most))),
                      *draw::element<std::uint64_t>(16, 60, 500), *draw::element(1, -1, 7)};
  positions.parts = chart.waves.parts;
  const Format format = *draw::element(kFloat16, kBfloat16, kFloat32);
  Subject s = correctly_rounded(chart, format, positions);

  const auto steps = *draw::element<std::uint64_t>(1, 2, 3, 10, 200, 10000);
  const auto few = *draw::element<std::uint64_t>(4, 100, 100000);
  const std::uint64_t mask = (std::uint64_t{1} << (format.storage_bits - 1)) * 2 - 1;
  auto noise = *draw::arbitrary<std::uint64_t>();
  for (std::size_t i = 0; i < s.entries(); ++i) {
    noise = noise * 6364136223846793005U + 1442695040888963407U;
    if (s.value(i) == 1 && (noise >> 20) % few != 0) continue;
    s.set(i, (s.bits(i) + (noise >> 40) % (2 * steps - 1) - (steps - 1)) & mask);
    if ((noise >> 10) % few == 0) s.set(i, s.bits(i) ^ (mask / 2 + 1));
  }
  RC_LOG() << s.format << " at " << s.positions.text() << "\n";
  RC_ASSERT(text(*by_vectors(s)) == text(one_by_one(s)));
}

/// The sine of p·2⁻⁵⁰ is next to nothing below that: at odd p beyond 2²⁴ the truth is just off a
/// midpoint of float32, at 2²⁴ below a power of two, where ulps are half as large.
TEST(TableGauge, KnowsMidpointsAndPowersAmongSmallAngles) {
  const Chart chart = in_parts(sextant::chart(Sinusoidal{.dim = 2}), std::uint64_t{1} << 50);
  for (const std::int64_t step : {1, -1}) {
    Positions positions{(1 << 24) - 100 * step, 300, step};
    positions.parts = chart.waves.parts;
    Subject s = correctly_rounded(chart, kFloat32, positions);
    EXPECT_EQ(text(*by_vectors(s)), text(one_by_one(s)));
    for (std::size_t row = 0; row < 300; ++row) s.set(2 * row, s.bits(2 * row) + 1);
    EXPECT_EQ(text(*by_vectors(s)), text(one_by_one(s)));
    s.set(0, s.bits(0) + 2);
    s.set(200, s.bits(200) + 1);
    EXPECT_EQ(text(*by_vectors(s)), text(one_by_one(s)));
  }
}

/// A double takes the sine of 1987001199·10^(−16/5)·2⁻⁶⁰ for a number of float32, above which it
/// lies by 10⁻¹⁰ of an ulp: the one above is its neighbour.
TEST(TableGauge, IsNotSureOfSidesThatDoublesDoNotTell) {
  const Chart chart = in_parts(sextant::chart(Sinusoidal{.dim = 10}), std::uint64_t{1} << 60);
  Positions positions{1987001199 - 50, 300, 1};
  positions.parts = chart.waves.parts;
  Subject s = correctly_rounded(chart, kFloat32, positions);
  s.set(50 * 10 + 8, s.bits(50 * 10 + 8) + 1);
  for (const std::size_t entry : {0U, 1U, 2990U, 2991U}) s.set(entry, s.bits(entry) + 3);
  const auto statistics = by_vectors(s);
  EXPECT_EQ(text(*statistics), text(one_by_one(s)));
  EXPECT_EQ(statistics->unfaithful + 1, statistics->misrounded);
}

}  // namespace
}  // namespace sextant
