#include "engine/property.hpp"
#include "recipe/attention/inputs.hpp"
#include "sextant/recipe/attention/bias.hpp"

/// Biases that are linear in the distance (ALiBi).  Mutants that these must kill: the bias's sign;
/// a distance that keeps its sign; its square; distances from 1 on; the bias added after softmax;
/// slopes from 1 on.
namespace sextant::recipe::attention {
namespace {

std::vector<Position> from(Position first, std::size_t n) {
  std::vector<Position> positions(n);
  for (std::size_t i = 0; i < n; ++i) positions[i] = first + static_cast<Position>(i);
  return positions;
}

/// Weights of the last of n equal tokens under a causal mask.
std::vector<Wide> last_weights(const Rational& slope, std::size_t n, Sign sign) {
  Head<Wide> head = plain_head<Wide>(1);
  head.mask = Mask::causal;
  head.bias = linear_bias<Wide>(nearest<Wide>(slope), from(0, n), sign);
  const Matrix<Wide> w = weights(head, matrix<Wide>(n, std::vector<Rational>(n, Rational(1, 2))));
  const auto last = w.row(n - 1);
  return {last.begin(), last.end()};
}

/// 2^e of a rational.
Wide exp2_of(const Rational& e) { return exp(Wide(nearest<Wide>(e) * log(Wide(2)))); }

Rational draw_slope() { return Rational(draw_number(1, 1000, "slope's numerator"), 256); }

template <class T>
class LinearBias : public testing::Test {};
TYPED_TEST_SUITE(LinearBias, NumberTypes);

/// A slope of 0 is no encoding, bit for bit: the bias is 0 or −0.
TYPED_TEST(LinearBias, OfSlopeZeroIsNoEncoding) {
  using T = TypeParam;
  EXPECT_TRUE(properties::holds([] {
    const std::size_t n = draw_size(1, 8, "tokens");
    const Case drawn = draw_case(n);
    for (const Mask mask : {Mask::none, Mask::causal}) {
      Head<T> head = drawn.head<T>();
      head.mask = mask;
      const Matrix<T> without = weights(head, in<T>(drawn.x));
      head.bias = linear_bias<T>(T(0), from(0, n));
      RC_ASSERT(weights(head, in<T>(drawn.x)) == without);
    }
  }));
}

/// Only distances count: wherever the sequence stands, below what T holds, no bit changes.
TYPED_TEST(LinearBias, IsTheSameWhereverTheSequenceStands) {
  using T = TypeParam;
  EXPECT_TRUE(properties::holds([] {
    const std::size_t n = draw_size(1, 8, "tokens");
    const auto first = static_cast<Position>(draw_size(0, (1 << 24) - 8, "first position"));
    const T slope = nearest<T>(draw_slope());
    RC_ASSERT(linear_bias<T>(slope, from(first, n)) == linear_bias<T>(slope, from(0, n)));
  }));
}

/// Eight heads have slopes ½, ¼, … 1/256: 2^(−8h/H), every one a power of two.  The attention with
/// them decays by exp(−2^(−8h/H)) a step.                  Press et al. 2022, §3; attention.md, (9)
TEST(LinearBiasWitness, OfEightHeadsHasPowersOfTwoForSlopes) {
  Rational slope = 1;
  for (int head = 1; head <= 8; ++head) {
    slope /= 2;
    const Wide power = exp2_of(Rational(-8 * head, 8));
    EXPECT_TRUE(same(power, nearest<Wide>(slope)));
    const auto w = last_weights(slope, 2, Sign::subtracted);
    EXPECT_TRUE(same(w[0] / w[1], exp(Wide(-power))));
  }
  EXPECT_EQ(slope, Rational(1, 256));
}

/// A position beyond 2²⁴ is not a float32: the distance of the next one is 0.
TEST(LinearBiasWitness, InFloat32DistancesAreLostBeyond2ToThe24) {
  const Position edge = Position{1} << 24;
  EXPECT_EQ(linear_bias<float>(1, from(edge - 1, 2))(1, 0), -1.0F);
  EXPECT_EQ(linear_bias<float>(1, from(edge, 2))(1, 0), 0.0F);
  EXPECT_EQ(linear_bias<double>(1, from(edge, 2))(1, 0), -1.0);
}

/// For equal contents a step back costs exactly the factor exp(−slope).          attention.md, (9)
PROPERTY(LinearBiasDecay, IsExponentialForEqualContents) {
  const Rational slope = draw_slope();
  const auto w = last_weights(slope, draw_size(2, 12, "tokens"), Sign::subtracted);
  const Wide step = exp(nearest<Wide>(-slope));
  for (std::size_t j = 1; j < w.size(); ++j) RC_ASSERT(same(w[j - 1] / w[j], step));
}

/// Added in place of subtracted, the bias favours what is far.
PROPERTY(LinearBiasDecay, BecomesGrowthWithTheOtherSign) {
  const Rational slope = draw_slope();
  const std::size_t n = draw_size(2, 12, "tokens");
  const auto nearer = last_weights(slope, n, Sign::subtracted);
  const auto farther = last_weights(slope, n, Sign::added);
  for (std::size_t j = 1; j < n; ++j) {
    RC_ASSERT(highest(nearer[j - 1]) < lowest(nearer[j]));
    RC_ASSERT(highest(farther[j]) < lowest(farther[j - 1]));
    RC_ASSERT(same(farther[j - 1], nearer[n - j]));
  }
}

/// Contents outweigh the distance where their scores differ by more than slope × distance: decay is
/// of equal contents alone.
TEST(LinearBiasWitness, OfUnequalContentsAFarOneMayWeighMore) {
  Head<Wide> head = plain_head<Wide>(1);
  head.mask = Mask::causal;
  head.bias = linear_bias<Wide>(nearest<Wide>(Rational(1, 2)), from(0, 2));
  const Matrix<Wide> w = weights(head, matrix<Wide>(2, {2, 1}));  // scores 2 − ½ and 1
  EXPECT_TRUE(same(w(1, 0) / w(1, 1), exp(nearest<Wide>(Rational(1, 2)))));
  EXPECT_GT(lowest(w(1, 0)), highest(w(1, 1)));
}

/// Five equal tokens, the last query, as teaching texts print it: every printed digit is right.
TEST(LinearBiasWitness, GivesThePrintedWeightsOfFiveTokens) {
  const auto printed = [](const Rational& slope, const std::vector<std::string>& texts) {
    const auto w = last_weights(slope, texts.size(), Sign::subtracted);
    for (std::size_t j = 0; j < texts.size(); ++j) {
      const Rational shown = parse_rational(texts[j]), half(1, 2000);
      EXPECT_LT(shown - half, lowest(w[j])) << texts[j];
      EXPECT_GT(shown + half, highest(w[j])) << texts[j];
    }
  };
  printed(Rational(1, 2), {"0.058", "0.096", "0.158", "0.260", "0.429"});
  printed(Rational(1, 10), {"0.162", "0.179", "0.198", "0.219", "0.242"});
}

}  // namespace
}  // namespace sextant::recipe::attention
