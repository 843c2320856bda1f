#include "engine/property.hpp"
#include "recipe/attention/inputs.hpp"
#include "sextant/encoding/encoding.hpp"
#include "sextant/recipe/attention/rotary_tables.hpp"

/// Scores of rotated queries and keys.  Mutants that these must kill: a sine's sign; both signs (a
/// rotation backwards is still one: only the direction of the offset shows it); layouts mixed; keys
/// left unturned; the pair's second channel turned by the first one's result.
namespace sextant::recipe::attention {
namespace {

constexpr Pairing kLayouts[] = {Pairing::interleaved, Pairing::half_split};

/// Turns of rational cosine and sine: (1 − t²)/(1 + t²), 2t/(1 + t²).
struct Turns {
  std::vector<Rational> cosines, sines;

  /// The turns of a power: those of an offset.
  Turns times(int count) const {
    Turns result{std::vector<Rational>(cosines.size(), 1), std::vector<Rational>(sines.size(), 0)};
    for (std::size_t i = 0; i < cosines.size(); ++i) {
      const Rational back = count < 0 ? -1 : 1;
      for (int k = 0; k < (count < 0 ? -count : count); ++k) {
        Rational& c = result.cosines[i];
        Rational& s = result.sines[i];
        const Rational rotated = c * cosines[i] - back * s * sines[i];
        s = back * c * sines[i] + s * cosines[i];
        c = rotated;
      }
    }
    return result;
  }
  Rotation<Rational> rotation(Pairing layout) const {
    return {layout, matrix<Rational>(1, cosines), matrix<Rational>(1, sines)};
  }
};

Turns draw_turns(std::size_t pairs) {
  Turns turns;
  for (std::size_t i = 0; i < pairs; ++i) {
    const Rational t(draw_number(-9, 9, "t"), 7);
    turns.cosines.push_back((1 - t * t) / (1 + t * t));
    turns.sines.push_back(2 * t / (1 + t * t));
  }
  return turns;
}

Rational score(const Matrix<Rational>& q, const Matrix<Rational>& k) {
  return dot(q.row(0), k.row(0));
}

/// (R(i)q)·(R(j)k) = q·R(j − i)k, exactly: in rationals, for every rotation.    attention.md, (12)
PROPERTY(RotaryScores, DependOnTheOffsetAloneInRationals) {
  const std::size_t pairs = draw_size(1, 4, "pairs");
  const Turns turns = draw_turns(pairs);
  const auto q = in<Rational>(draw_grid(1, 2 * pairs, "q"));
  const auto k = in<Rational>(draw_grid(1, 2 * pairs, "k"));
  const int i = draw_number(-5, 5, "i"), j = draw_number(-5, 5, "j");
  for (const Pairing layout : kLayouts) {
    const auto moved = [&](const Matrix<Rational>& x, int count) {
      return rotated(x, turns.times(count).rotation(layout));
    };
    RC_ASSERT(score(moved(q, i), moved(k, j)) == score(q, moved(k, j - i)));
    RC_ASSERT(score(moved(q, i), moved(q, i)) == score(q, q));
    RC_ASSERT(moved(moved(q, i), j) == moved(q, i + j));
  }
}

/// A rotation goes from the first channel of its pair to the second, in both layouts.
TEST(RotaryScores, TurnTheFirstChannelTowardsTheSecond) {
  const Turns quarter{{0, 1}, {1, 0}};  // of the first pair alone
  const auto x = matrix<Rational>(1, {1, 2, 3, 4});
  EXPECT_EQ(rotated(x, quarter.rotation(Pairing::interleaved)), matrix<Rational>(1, {-2, 1, 3, 4}));
  EXPECT_EQ(rotated(x, quarter.rotation(Pairing::half_split)), matrix<Rational>(1, {-3, 2, 1, 4}));
}

/// The layouts differ by the order of the channels, and by nothing else; mixed, scores are others.
PROPERTY(RotaryScores, AgreeAcrossLayoutsAndNotMixed) {
  const std::size_t pairs = draw_size(1, 4, "pairs");
  const Turns turns = draw_turns(pairs);
  const auto x = in<Rational>(draw_grid(1, 2 * pairs, "x"));
  Matrix<Rational> moved(1, 2 * pairs), back(1, 2 * pairs);
  for (std::size_t i = 0; i < pairs; ++i) {
    moved(0, i) = x(0, 2 * i), moved(0, i + pairs) = x(0, 2 * i + 1);
  }
  moved = rotated(moved, turns.rotation(Pairing::half_split));
  for (std::size_t i = 0; i < pairs; ++i) {
    back(0, 2 * i) = moved(0, i), back(0, 2 * i + 1) = moved(0, i + pairs);
  }
  RC_ASSERT(back == rotated(x, turns.rotation(Pairing::interleaved)));
}

TEST(RotaryScores, OfMixedLayoutsDependOnMoreThanTheOffset) {
  const Turns turns{{Rational(3, 5), Rational(5, 13)}, {Rational(4, 5), Rational(12, 13)}};
  const auto q = matrix<Rational>(1, {1, 0, 0, 0}), k = matrix<Rational>(1, {0, 1, 0, 0});
  const auto mixed = [&](int i, int j) {
    return score(rotated(q, turns.times(i).rotation(Pairing::interleaved)),
                 rotated(k, turns.times(j).rotation(Pairing::half_split)));
  };
  EXPECT_NE(mixed(0, 1), mixed(1, 2));
}

/// N = Σ |q_i||k_i|, the lengths of the pairs.
Wide lengths(const Grid& q, const Grid& k, Pairing layout) {
  Wide total = 0;
  const auto squared = [&](const Grid& x, std::size_t pair) {
    const auto [a, b] = channels_of(layout, pair, x.columns);
    return Wide(x(0, a) * x(0, a) + x(0, b) * x(0, b));
  };
  for (std::size_t pair = 0; pair < q.columns / 2; ++pair)
    total += sqrt(Wide(squared(q, pair) * squared(k, pair)));
  return total / 4096;
}

/// What (15) and (16) allow between both sides computed in T from tables of a format.
template <class T>
Wide allowed(const Format& table, const Wide& n, std::size_t d) {
  const Wide tau = sqrt(Wide(2)) * nearest<Wide>(power_of_two(-table.precision - 1));
  const Wide there = nearest<Wide>(gamma<T>(d + 4)), here = nearest<Wide>(gamma<T>(d + 2));
  return n *
         (tau * (3 + tau) + 2 * there * (1 + tau) * (1 + tau) + sqrt(Wide(2)) * here * (1 + tau));
}

/// The same at positions up to 10⁶ in floating point, from tables rounded to `format`: within the
/// derived bound.                                                     attention.md, (15) and (16)
template <class T>
void offsets_alone(const Format& format) {
  const std::size_t pairs = draw_size(1, 8, "pairs");
  const Grid q = draw_grid(1, 2 * pairs, "q"), k = draw_grid(1, 2 * pairs, "k");
  const Position i = draw_number(0, 1000000, "i"), j = draw_number(0, 1000000, "j");
  Rotary encoding{.dim = static_cast<int>(2 * pairs)};
  const exact::Entries entries(exact::Oracle(chart(encoding)), format);
  for (const Pairing layout : kLayouts) {
    const auto moved = [&](const Grid& x, Position p) {
      return rotated(in<T>(x), rounded_rotation<T>(entries, layout, std::vector<Position>{p}));
    };
    const T both = dot(moved(q, i).row(0), moved(k, j).row(0));
    const T one = dot(in<T>(q).row(0), moved(k, j - i).row(0));
    const Rational apart = abs(Rational(exactly(both) - exactly(one)));
    RC_ASSERT(apart <= lowest(allowed<T>(format, lengths(q, k, layout), 2 * pairs)));
  }
}

PROPERTY(RotaryScoresInFloatingPoint, DependOnTheOffsetAloneFromTablesOfFloat32) {
  offsets_alone<float>(kFloat32);
}
PROPERTY(RotaryScoresInFloatingPoint, DependOnTheOffsetAloneFromTablesOfBfloat16) {
  offsets_alone<float>(kBfloat16);
}
PROPERTY(RotaryScoresInFloatingPoint, DependOnTheOffsetAloneFromTablesOfFloat16) {
  offsets_alone<float>(kFloat16);
}
PROPERTY(RotaryScoresInFloatingPoint, DependOnTheOffsetAloneFromTablesOfFloat64) {
  offsets_alone<double>(kFloat64);
}
PROPERTY(RotaryScoresInFloatingPoint, DependOnTheOffsetAloneInLongDouble) {
  offsets_alone<long double>(kFloat64);
}

/// The bound is not idle: of one pair and q = k = (1, 0) the score is off by nine tenths of it in
/// bfloat16, among the positions below 2¹⁰ and the offsets below 8.  Recorded, with its place.
TEST(RotaryScoresInFloatingPoint, ComeCloseToTheBoundOfTheirTable) {
  const exact::Entries entries(exact::Oracle(chart(Rotary{.dim = 2})), kBfloat16);
  std::vector<Position> positions(1024 + 8);
  std::iota(positions.begin(), positions.end(), Position{0});
  const auto table = rounded_rotation<double>(entries, Pairing::half_split, positions);
  const auto truth = true_rotation<Wide>(entries.oracle(), Pairing::half_split,
                                         std::vector<Position>{0, 1, 2, 3, 4, 5, 6, 7});
  const double tau = std::sqrt(2.0) * 0x1p-9;
  double most = 0;
  std::size_t at = 0, offset = 0;
  for (std::size_t p = 0; p < 1024; ++p) {
    for (std::size_t k = 0; k < 8; ++k) {
      // q = k = (1, 0): the score is the cosine of the offset.
      const double score =
          table.cosines(p, 0) * table.cosines(p + k, 0) + table.sines(p, 0) * table.sines(p + k, 0);
      const double error = std::abs(score - truth.cosines(k, 0).template convert_to<double>());
      if (error > most) most = error, at = p, offset = k;
    }
  }
  EXPECT_LE(most, tau * (2 + tau));
  EXPECT_NEAR(most / (tau * (2 + tau)), 0.9485, 0.0005);
  EXPECT_EQ(at, 15U);
  EXPECT_EQ(offset, 0U);
}

}  // namespace
}  // namespace sextant::recipe::attention
