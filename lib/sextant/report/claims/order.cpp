#include <fmt/format.h>

#include "sextant/encoding/encoding.hpp"
#include "sextant/exact/enclosed.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/report/claims/claim_evidence.hpp"

namespace sextant {
namespace {

using namespace recipe::attention;

const Matrix<ClaimInterval>& two_tokens() {
  static const auto x = matrix<ClaimInterval>(2, {1, 0, 0, 0});
  return x;
}

Statement invariance() {
  const Head<ClaimInterval> head = plain_head<ClaimInterval>(2);
  const ClaimInterval here = output(head, two_tokens())(0, 0);
  const ClaimInterval there = output(head, reordered(two_tokens(), {1, 0}))(0, 0);
  return {"attention-invariant", "Attention without positions is permutation-invariant",
          shown(differ(here, there), StatementVerdict::refuted),
          fmt::format("Two tokens (1, 0) and (0, 0): the first output is {} in its first channel, "
                      "and {} with the tokens swapped. Only what comes later, such as a mean over "
                      "the tokens, makes it invariant.",
                      text(here), text(there)),
          "AttentionWitness.WithoutPositionsItIsNotInvariant"};
}

Statement equivariance() {
  const double u = recipe::unit<float>();
  const Head<ClaimInterval> head = plain_head<ClaimInterval>(2);
  const Matrix<ClaimInterval> here = output(head, two_tokens());
  const Matrix<ClaimInterval> there = output(head, reordered(two_tokens(), {1, 0}));
  const bool exchanged = !differ(there(0, 0), here(1, 0)) && !differ(there(1, 0), here(0, 0));
  return {"attention-equivariant",
          "Attention without positions is permutation-equivariant: Attention(PX) = P·Attention(X)",
          shown(exchanged, StatementVerdict::proved),
          fmt::format("softmax(PSPᵀ)·PV = P·softmax(S)V. In floating point by 2γ of 2n times the "
                      "largest value, {:.2g} of it for 12 tokens in float32, and for two tokens to "
                      "the bit.",
                      2 * 24 * u / (1 - 24 * u)),
          "AttentionOrder.IsPermutedWithTheTokensWithoutPositions"};
}

/// A sinusoidal row added to each token.
Matrix<ClaimInterval> with_positions(const Matrix<ClaimInterval>& x) {
  const exact::Oracle oracle(chart(Sinusoidal{.dim = static_cast<int>(x.columns)}));
  Matrix<ClaimInterval> result = x;
  for (std::size_t p = 0; p < x.rows; ++p) {
    for (std::size_t j = 0; j < x.columns; ++j)
      result(p, j) += exact::enclosed<ClaimInterval>(
          oracle.ball(static_cast<Position>(p), oracle.chart().channels[j]));
  }
  return result;
}

Statement reversal() {
  const Head<ClaimInterval> head = plain_head<ClaimInterval>(4);
  const auto both = [&](const Matrix<ClaimInterval>& x) {
    return std::pair{weights(head, with_positions(x))(2, 2),
                     weights(head, with_positions(reordered(x, {2, 1, 0})))(0, 0)};
  };
  const auto [w, v] = both(matrix<ClaimInterval>(3, {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
  const auto [even, again] = both(Matrix<ClaimInterval>(3, 4));
  return {
      "reversed-weights",
      "With Q = K = X reversing a sequence permutes its weights, and with the encoding added it "
      "does not",
      shown(differ(w, v) && !differ(even, again), StatementVerdict::conditional),
      fmt::format("Unless all contents are 0: the scores are the kernel's then, which is even, "
                  "and the weights reverse ({} and {}). One token (1, 0, 0, 0) before two of 0, "
                  "d = 4: a weight of {} becomes {}.",
                  text(even), text(again), text(w), text(v)),
      "AttentionWitness.ReversalKeepsItsWeightsWithPositionsOnlyWhereContentsAreZero"};
}

/// Token 0 differs from the others, which are equal; or all are equal.
Matrix<ClaimInterval> tokens(std::size_t n, bool first_apart) {
  Matrix<ClaimInterval> x(n, 2);
  for (std::size_t i = 0; i < n; ++i) x(i, i == 0 && first_apart ? 0 : 1) = 1;
  return x;
}

Statement causal_mask() {
  constexpr std::size_t kTokens = 64;
  const Head<ClaimInterval> head = plain_head<ClaimInterval>(2, Mask::causal);
  const Matrix<ClaimInterval> apart = output(head, tokens(kTokens, true));
  const Matrix<ClaimInterval> alike = output(head, tokens(kTokens, false));
  bool falls = true, same = true;
  for (std::size_t i = 1; i < kTokens; ++i) {
    falls = falls && less(apart(i, 0), apart(i - 1, 0));
    for (std::size_t j = 0; j < 2; ++j) same = same && !differ(alike(i, j), alike(0, j));
  }
  return {"causal-mask-positions",
          "A causal mask alone lets a Transformer tell positions apart (NoPE)",
          shown(falls && same, StatementVerdict::conditional),
          fmt::format("If the tokens differ: after a first token (1, 0), tokens (0, 1) get outputs "
                      "that fall from row to row, {} in row 1 and {} in row {}. Of {} equal tokens "
                      "all rows are that token.",
                      text(apart(1, 0)), text(apart(kTokens - 1, 0)), kTokens - 1, kTokens),
          "AttentionWitness.ACausalMaskAloneSeparatesPositionsAfterAFirstToken"};
}

Statement causal_order() {
  const Head<ClaimInterval> head = plain_head<ClaimInterval>(2, Mask::causal);
  const ClaimInterval here = output(head, two_tokens())(0, 0);
  const ClaimInterval there = output(head, reordered(two_tokens(), {1, 0}))(1, 0);
  return {"causal-mask-order", "A causal mask alone breaks equivariance",
          shown(differ(here, there), StatementVerdict::proved),
          fmt::format("Of (1, 0) and (0, 0) the token (1, 0) gets {} where it is first, and {} "
                      "where it is second.",
                      text(here), text(there)),
          "AttentionWitness.ACausalMaskAloneIsNotEquivariant"};
}

/// The last of three tokens with keys by offset, before and after the first two are swapped.
std::pair<ClaimInterval, ClaimInterval> swapped(const Matrix<ClaimInterval>& keys) {
  Head<ClaimInterval> head = plain_head<ClaimInterval>(2);
  head.relative = Relative<ClaimInterval>{keys, {}};
  const auto x = matrix<ClaimInterval>(3, {1, 0, 0, 2, 1, 1});
  return {output(head, x)(2, 0), output(head, reordered(x, {1, 0, 2}))(2, 0)};
}

Statement relative_vectors() {
  const auto [here, there] = swapped(matrix<ClaimInterval>(5, {1, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
  const auto [near, far] = swapped(matrix<ClaimInterval>(3, {1, 0, 0, 0, 0, 0}));
  const auto [one, other] = swapped(matrix<ClaimInterval>(5, std::vector<Rational>(10, 1)));
  return {
      "relative-vectors-order", "Relative attention, softmax((QKᵀ + QRᵀ)/√d)V, distinguishes order",
      shown(differ(here, there) && !differ(near, far) && !differ(one, other),
            StatementVerdict::conditional),
      fmt::format("Within the clip, and where R's rows differ: of three tokens the last gets {} "
                  "in its first channel, and {} with the first two swapped. With both of these "
                  "beyond the clip it gets {} either way, and {} where R has one row for all "
                  "offsets.",
                  text(here), text(there), text(near), text(one)),
      "RelativeWitness.DistinguishesNoOrderBeyondTheClipOrOfOneVector"};
}

}  // namespace

std::vector<Settle> claims_of_order() {
  return {invariance, equivariance, reversal, causal_mask, causal_order, relative_vectors};
}

}  // namespace sextant
