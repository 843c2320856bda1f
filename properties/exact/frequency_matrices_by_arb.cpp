#include <random>

#include <gtest/gtest.h>

#include "exact/second_opinion.hpp"
#include "sextant/encoding/text/axial_text.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/number/round.hpp"

namespace sextant::exact {
namespace {

constexpr slong kPrecision = second_opinion::kPrecision;

/// sin or cos of turns · 2π, by Arb.
Span wave(const Rational& turns, bool sine) {
  second_opinion::Real x;
  arb_const_pi(x.get(), kPrecision);
  arb_mul(x.get(), x.get(), second_opinion::real(turns, kPrecision).get(), kPrecision);
  arb_mul_ui(x.get(), x.get(), 2, kPrecision);
  (sine ? arb_sin : arb_cos)(x.get(), x.get(), kPrecision);
  return x.span();
}

/// A normally distributed number of float32, as torch.randn makes them.
Rational drawn(std::mt19937_64& random) {
  return Rational(static_cast<double>(static_cast<float>(std::normal_distribution()(random))));
}

/// Whether a section has the value of an entry in a row, by Arb.
bool agrees(const Oracle& oracle, Position position, const Channel& channel, const Span& arb) {
  const double got = oracle.nearest(kFloat64, position, channel).value;
  const Number low = round(kFloat64, arb.lower), high = round(kFloat64, arb.upper);
  // Arb does not decide a number that is exactly 0.
  return span(oracle.ball(position, channel)).overlaps(arb) &&
         (low == high ? got == to_double(low) : got == 0);
}

/// Segment Anything's PositionEmbeddingRandom: ((x + ½)/W, (y + ½)/H), times 2, minus 1, times a
/// matrix of 2 x n, times 2π; all sines, then all cosines.
TEST(FrequencyMatrices, AreSumsOfBothCoordinatesByArb) {
  std::mt19937_64 random(20230405);
  for (const auto& [height, width, n] :
       {std::tuple(64, 64, 16), {7, 13, 9}, {1, 601, 3}, {48, 80, 5}, {63, 64, 8}}) {
    Axial e = *find_axial("sam");
    e.grid.height = height, e.grid.width = width;
    set_field(e, "dim", std::to_string(2 * n));
    auto& matrix = std::get<Sinusoidal>(e.along).frequencies;
    for (int k = 0; k < 2 * n; ++k) matrix.push_back(k == 3 ? Rational(0) : drawn(random));
    const std::vector<Positions> at = {indices(e, Axis::height), indices(e, Axis::width)};
    std::size_t columns = 0;
    for (const Section& section : sections(e, Part::table)) {
      const Oracle oracle(section.chart);
      const Positions positions = positions_of(e, section, at);
      ASSERT_EQ(positions.count, static_cast<std::uint64_t>(height * width));
      columns += section.columns.size();
      for (int place = 0; place < 12; ++place) {
        const auto row =
            std::uniform_int_distribution<std::uint64_t>(0, positions.count - 1)(random);
        const auto across = static_cast<std::uint64_t>(width);
        const Rational x = Rational(2 * (row % across) + 1) / Rational(width) - Rational(1);
        const Rational y = Rational(2 * (row / across) + 1) / Rational(height) - Rational(1);
        for (std::size_t j = 0; j < section.columns.size(); ++j) {
          const auto pair = section.columns[j] % static_cast<std::size_t>(n);
          const Rational turns = x * matrix[pair] + y * matrix[pair + static_cast<std::size_t>(n)];
          EXPECT_TRUE(agrees(oracle, positions[row], oracle.chart().channels[j],
                             wave(turns, section.columns[j] < static_cast<std::size_t>(n))))
              << height << " x " << width << ", row " << row << ", column " << section.columns[j];
        }
      }
    }
    EXPECT_EQ(columns, static_cast<std::size_t>(2 * n));
  }
}

/// Points between pixels, as of prompts.
TEST(FrequencyMatrices, AreSumsOfPointsByArb) {
  Axial e = *find_axial("sam");
  e.grid.height = 768, e.grid.width = 1024;
  set_field(e, "dim", "4");
  set_field(e, "frequencies", "0x1.91p-1,-1.375,0.25,3");
  const std::vector<Positions> at = {Positions::of({3, 4 * 767, 1500}, 4),
                                     Positions::of({1, 2047, -1}, 2)};
  const std::vector<std::pair<Rational, Rational>> points = {
      {Rational(1, 2), Rational(3, 4)}, {Rational(2047, 2), 767}, {Rational(-1, 2), 375}};
  const auto all = sections(e, Part::table);
  for (std::size_t pair = 0; pair < 2; ++pair) {
    const Positions positions = positions_of(e, all[pair], at);
    const Oracle oracle(in_parts(all[pair].chart, positions.parts));
    for (std::size_t row = 0; row < points.size(); ++row) {
      const auto centred = [](const Rational& p, int size) {
        return Rational(2) * (p + Rational(1, 2)) / Rational(size) - Rational(1);
      };
      const Rational x = centred(points[row].first, 1024), y = centred(points[row].second, 768);
      const Rational turns = pair == 0 ? x * Rational(401, 512) + y * Rational(1, 4)
                                       : x * Rational(-11, 8) + y * Rational(3);
      for (const bool sine : {true, false})
        EXPECT_TRUE(agrees(oracle, positions[row], oracle.chart().channels[sine ? 0 : 1],
                           wave(turns, sine)))
            << pair << ' ' << row;
    }
  }
}

/// Coordinates outside the grid, and those that float32 does not hold, have no derived bound.
TEST(FrequencyMatrices, RefuseOtherPoints) {
  Axial e = *find_axial("sam");
  e.grid.height = 8, e.grid.width = 9;
  set_field(e, "dim", "2");
  set_field(e, "frequencies", "1,1/2");
  const Section section = sections(e, Part::table).front();
  const auto refused = [&](Positions y, Positions x) {
    try {
      (void)positions_of(e, section, {std::move(y), std::move(x)});
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_EQ(refused(Positions::of({-1, 8}), Positions::of({-1, 9})), "accepted");
  EXPECT_EQ(refused(Positions::of({0, 9}), Positions::of({0, 0})),
            "coordinate 9 along height is not in -1 ... 8, the grid of encoding 'sam'");
  EXPECT_EQ(refused(Positions::of({0}), Positions::of({-5}, 4)),
            "coordinate -5/4 along width is not in -1 ... 9, the grid of encoding 'sam'");
  EXPECT_NE(refused(Positions::of({0}), Positions::of({1}, 3)).find("not a number of float32"),
            std::string::npos);
  EXPECT_NE(refused(Positions::of({0}), Positions::of({1}, std::uint64_t{1} << 62))
                .find("63 bits do not hold"),
            std::string::npos);
}

/// Perceiver on an image that is not square: linspace(1, size/2, n) for each axis.
TEST(FrequencyMatrices, OfPerceiverHaveAnEndForEachAxisByArb) {
  Axial e = *find_axial("perceiver");
  e.grid.height = 6, e.grid.width = 10;
  set_field(e, "dim", "16");
  set_field(e, "bases", "1/184,1/248");
  for (const Section& section : sections(e, Part::table)) {
    const Oracle oracle(section.chart);
    const bool down = section.axis == Axis::height;
    for (std::size_t j = 0; j < section.columns.size(); ++j) {
      const Channel& channel = oracle.chart().channels[j];
      if (!is_wave(channel.function)) continue;
      const Rational omega = Rational(1) + Rational((down ? 183 : 247) * channel.pair, 3);
      const Rational x = Rational(-1) + Rational(2 * 4, down ? 5 : 9);
      EXPECT_TRUE(
          agrees(oracle, 4, channel, wave(omega * x / 2, channel.function == Function::sine)))
          << section.columns[j];
    }
  }
}

}  // namespace
}  // namespace sextant::exact
