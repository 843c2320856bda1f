#include "engine/property.hpp"
#include "recipe/attention/inputs.hpp"
#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/exact/enclosed.hpp"

/// Attention and the order of its tokens.  Mutants that these must kill: softmax's denominator
/// without its last key; the mask a key too far, and a key too short; the last value left out of
/// the product; rows permuted twice.
namespace sextant::recipe::attention {
namespace {

template <class T>
class AttentionOrder : public testing::Test {};
TYPED_TEST_SUITE(AttentionOrder, NumberTypes);

/// Attention(PX) = P·Attention(X): the same terms are added, in another order.
///                                                                        attention.md, (5), (6)
TYPED_TEST(AttentionOrder, IsPermutedWithTheTokensWithoutPositions) {
  using T = TypeParam;
  EXPECT_TRUE(properties::holds([] {
    const std::size_t n = draw_size(1, 12, "tokens");
    const Case drawn = draw_case(n);
    const auto order = draw_order(n);
    const Head<T> head = drawn.head<T>();
    const Matrix<T> x = in<T>(drawn.x);
    const Matrix<T> here = output(head, x), there = output(head, permuted(x, std::span(order)));
    const Rational bound = 2 * gamma<T>(2 * n) * largest_size(product(x, head.value));
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < here.columns; ++j)
        RC_ASSERT(abs(Rational(exactly(there(i, j)) - exactly(here(order[i], j)))) <= bound);
    }
  }));
}

/// Sums of two terms do not depend on their order: not by a bit.
TYPED_TEST(AttentionOrder, OfTwoTokensIsPermutedBitForBit) {
  using T = TypeParam;
  EXPECT_TRUE(properties::holds([] {
    const Case drawn = draw_case(2);
    const auto swap = reversal(2);
    const Matrix<T> x = in<T>(drawn.x);
    const Matrix<T> here = output(drawn.head<T>(), x);
    RC_ASSERT(output(drawn.head<T>(), permuted(x, std::span(swap))) ==
              permuted(here, std::span(swap)));
  }));
}

/// With Q = K = X reversing the sequence reverses rows and columns of the weights. attention.md,
/// (7)
TYPED_TEST(AttentionOrder, ReversedTokensReverseTheWeights) {
  using T = TypeParam;
  EXPECT_TRUE(properties::holds([] {
    const std::size_t n = draw_size(1, 12, "tokens");
    const Matrix<T> x = in<T>(draw_grid(n, draw_size(1, 6, "width"), "x"));
    const Head<T> head = plain_head<T>(x.columns);
    const auto back = reversal(n);
    const Matrix<T> here = weights(head, x), there = weights(head, permuted(x, std::span(back)));
    const Rational gamma_n = gamma<T>(n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        const Rational w = exactly(here(n - 1 - i, n - 1 - j));
        RC_ASSERT(abs(Rational(exactly(there(i, j)) - w)) <= 2 * gamma_n / (1 - gamma_n) * w);
      }
    }
  }));
}

/// Every row of weights sums to 1, and a masked key has none.                  attention.md, (8)
TYPED_TEST(AttentionOrder, WeightsSumToOneOverTheKeysSeen) {
  using T = TypeParam;
  EXPECT_TRUE(properties::holds([] {
    const std::size_t n = draw_size(1, 12, "tokens");
    const Case drawn = draw_case(n);
    for (const Mask mask : {Mask::none, Mask::causal}) {
      Head<T> head = drawn.head<T>();
      head.mask = mask;
      const Matrix<T> w = weights(head, in<T>(drawn.x));
      for (std::size_t i = 0; i < n; ++i) {
        Rational total = 0;
        for (std::size_t j = 0; j < n; ++j) {
          RC_ASSERT((exactly(w(i, j)) > 0) == (mask == Mask::none || j <= i));
          total += exactly(w(i, j));
        }
        RC_ASSERT(abs(Rational(total - 1)) <= gamma<T>(n));
      }
    }
  }));
}

/// Row i under a causal mask is the last row of the first i + 1 tokens without one, bit for bit:
/// nothing later is seen, and everything earlier is.
TYPED_TEST(AttentionOrder, UnderACausalMaskARowIsThatOfItsPast) {
  using T = TypeParam;
  EXPECT_TRUE(properties::holds([] {
    const std::size_t n = draw_size(1, 8, "tokens");
    const Case drawn = draw_case(n);
    const Matrix<T> x = in<T>(drawn.x);
    Head<T> head = drawn.head<T>();
    const std::size_t i = draw_size(0, n - 1, "row");
    std::vector<std::size_t> past(i + 1);
    std::iota(past.begin(), past.end(), std::size_t{0});
    const Matrix<T> alone = output(head, permuted(x, std::span<const std::size_t>(past)));
    head.mask = Mask::causal;
    const Matrix<T> masked = output(head, x);
    for (std::size_t j = 0; j < masked.columns; ++j) RC_ASSERT(masked(i, j) == alone(i, j));
  }));
}

/// The rows of a sinusoidal encoding at positions 0 … n − 1, enclosed.
Matrix<Wide> rows(int dim, std::size_t n) {
  const Chart encoding = chart(read_encoding("sinusoidal dim=" + std::to_string(dim)));
  Matrix<Wide> result(n, static_cast<std::size_t>(dim));
  for (std::size_t p = 0; p < n; ++p) {
    for (std::size_t j = 0; j < result.columns; ++j) {
      result(p, j) = exact::enclosed<Wide>(
          exact::enclosure(encoding.waves, Rational(p), encoding.channels[j], 0));
    }
  }
  return result;
}

const Matrix<Wide> kTwoTokens = matrix<Wide>(2, {1, 0, 0, 0});

/// Equivariant, and not invariant: swapped, two tokens get each other's outputs, not their own.
TEST(AttentionWitness, WithoutPositionsItIsNotInvariant) {
  const auto swap = reversal(2);
  const Head<Wide> head = plain_head<Wide>(2);
  const Matrix<Wide> here = output(head, kTwoTokens);
  const Matrix<Wide> there = output(head, permuted(kTwoTokens, std::span(swap)));
  EXPECT_TRUE(rows_differ(there, 0, here, 0));
  EXPECT_FALSE(rows_differ(there, 0, here, 1));
  EXPECT_FALSE(rows_differ(there, 1, here, 0));
}

/// With positions added the outputs of swapped tokens are no permutation of what they were.
TEST(AttentionWitness, WithPositionsAddedItIsNotEquivariant) {
  const auto swap = reversal(2);
  const Head<Wide> head = plain_head<Wide>(2);
  const Matrix<Wide> here = output(head, sum(kTwoTokens, rows(2, 2)));
  const Matrix<Wide> there = output(head, sum(permuted(kTwoTokens, std::span(swap)), rows(2, 2)));
  EXPECT_TRUE(rows_differ(there, 0, here, 1));
  EXPECT_TRUE(rows_differ(there, 1, here, 0));
}

/// With the encoding added a reversed sequence has other weights, not the same ones reversed; but
/// where all contents are 0 the scores are the kernel's, which is even, and the weights do reverse.
///                                                                            attention.md, (7)
TEST(AttentionWitness, ReversalKeepsItsWeightsWithPositionsOnlyWhereContentsAreZero) {
  const auto back = reversal(3);
  const auto reverses = [&](const Matrix<Wide>& x) {
    const Matrix<Wide> pe = rows(4, 3);
    const Head<Wide> head = plain_head<Wide>(4);
    const Matrix<Wide> w = weights(head, sum(x, pe));
    const Matrix<Wide> v = weights(head, sum(permuted(x, std::span(back)), pe));
    bool all = true;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) all = all && same(v(i, j), w(2 - i, 2 - j));
    }
    return all;
  };
  EXPECT_TRUE(reverses(Matrix<Wide>(3, 4)));
  EXPECT_FALSE(reverses(matrix<Wide>(3, {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})));
}

Head<Wide> causal_head(std::size_t width) {
  Head<Wide> head = plain_head<Wide>(width);
  head.mask = Mask::causal;
  return head;
}

/// A causal mask alone breaks equivariance: the first token sees but itself, wherever it was.
TEST(AttentionWitness, ACausalMaskAloneIsNotEquivariant) {
  const auto swap = reversal(2);
  const Matrix<Wide> here = output(causal_head(2), kTwoTokens);
  const Matrix<Wide> there = output(causal_head(2), permuted(kTwoTokens, std::span(swap)));
  EXPECT_TRUE(rows_differ(there, 0, here, 1));
  EXPECT_TRUE(rows_differ(there, 1, here, 0));
}

/// A causal mask tells positions apart: after a first token unlike the rest, which are alike, every
/// row differs from every other: by a monotone channel, so that neighbours suffice.
///                                                                            attention.md, (10)
TEST(AttentionWitness, ACausalMaskAloneSeparatesPositionsAfterAFirstToken) {
  constexpr std::size_t kTokens = 64;
  Matrix<Wide> x(kTokens, 2);
  x(0, 0) = 1;
  for (std::size_t i = 1; i < kTokens; ++i) x(i, 1) = 1;
  const Matrix<Wide> rows = output(causal_head(2), x);
  for (std::size_t i = 1; i < kTokens; ++i) {
    EXPECT_TRUE(narrow(rows(i, 0)));
    EXPECT_LT(highest(rows(i, 0)), lowest(rows(i - 1, 0))) << i;
  }
}

/// And it does not where all tokens are alike: then all rows are that token's value, bit for bit
/// where weights and values have few bits.                                       attention.md, (10)
TEST(AttentionWitness, ACausalMaskAloneSeparatesNothingAmongEqualTokens) {
  Matrix<float> x(64, 2);
  for (std::size_t i = 0; i < x.rows; ++i) x(i, 0) = 0.75F, x(i, 1) = -0.5F;
  Head<float> head = plain_head<float>(2);
  head.mask = Mask::causal;
  const Matrix<float> rows = output(head, x);
  for (const std::size_t seen : {1, 2, 4, 8, 16, 32, 64}) {
    EXPECT_EQ(rows(seen - 1, 0), 0.75F);
    EXPECT_EQ(rows(seen - 1, 1), -0.5F);
  }
}

}  // namespace
}  // namespace sextant::recipe::attention
