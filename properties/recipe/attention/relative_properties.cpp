#include "engine/property.hpp"
#include "recipe/attention/inputs.hpp"

/// Vectors by offset, and addition beside concatenation.  Mutants that these must kill: the
/// offset's sign; the clip one too wide; the relative term left undivided by √d, or added to the
/// values alone; softmax over the queries; √d left out; content and position concatenated in
/// another order in one operand.
namespace sextant::recipe::attention {
namespace {

Relative<Wide> relative(const Grid& keys, const Grid& values) {
  return {in<Wide>(keys), in<Wide>(values)};
}

/// Shaw's sums, written out once more: from the definition, with the offset's vector added to key
/// and value before anything else.                                             attention.md, (18)
PROPERTY(RelativeTerm, IsThatOfTheDefinition) {
  const std::size_t n = draw_size(1, 6, "tokens"), clip = draw_size(0, 3, "clip");
  const Case drawn = draw_case(n);
  const std::size_t d = drawn.query.columns;
  Head<Wide> head = drawn.head<Wide>();
  head.relative = relative(draw_grid(2 * clip + 1, d, "R_K"), draw_grid(2 * clip + 1, d, "R_V"));
  const Matrix<Wide> x = in<Wide>(drawn.x), found = output(head, x);
  const Matrix<Wide> q = product(x, head.query), k = product(x, head.key),
                     v = product(x, head.value);
  const auto reach = static_cast<int>(clip);
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<Wide> total(d, Wide(0));
    Wide weight = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const int offset = static_cast<int>(j) - static_cast<int>(i);
      const auto r = static_cast<std::size_t>(std::min(std::max(offset, -reach), reach) + reach);
      Wide score = 0;
      for (std::size_t c = 0; c < d; ++c) score += q(i, c) * (k(j, c) + head.relative->keys(r, c));
      const Wide e = exp(Wide(score / sqrt(Wide(static_cast<unsigned>(d)))));
      weight += e;
      for (std::size_t c = 0; c < d; ++c) total[c] += e * (v(j, c) + head.relative->values(r, c));
    }
    for (std::size_t c = 0; c < d; ++c) RC_ASSERT(same(found(i, c), total[c] / weight));
  }
}

Head<Wide> head_with(const Matrix<Wide>& keys) {
  Head<Wide> head = plain_head<Wide>(keys.columns);
  head.relative = Relative<Wide>{keys, {}};
  return head;
}

const Matrix<Wide> kThree = matrix<Wide>(3, {1, 0, 0, 2, 1, 1});

/// The term distinguishes order: swapping the first two tokens changes what the last one gets.
TEST(RelativeWitness, DistinguishesOrder) {
  const std::vector<std::size_t> swapped = {1, 0, 2};
  const Head<Wide> head = head_with(matrix<Wide>(5, {1, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
  const Matrix<Wide> here = output(head, kThree);
  const Matrix<Wide> there = output(head, permuted(kThree, std::span(swapped)));
  EXPECT_TRUE(rows_differ(here, 2, there, 2));
}

/// But not where both tokens are farther than the clip, nor where all offsets have one vector.
TEST(RelativeWitness, DistinguishesNoOrderBeyondTheClipOrOfOneVector) {
  const std::vector<std::size_t> swapped = {1, 0, 2};
  for (const auto& keys :
       {matrix<Wide>(3, {1, 0, 0, 0, 0, 0}), matrix<Wide>(5, std::vector<Rational>(10, 1))}) {
    const Matrix<Wide> here = output(head_with(keys), kThree);
    const Matrix<Wide> there = output(head_with(keys), permuted(kThree, std::span(swapped)));
    for (std::size_t c = 0; c < 2; ++c) EXPECT_TRUE(same(here(2, c), there(2, c)));
  }
}

/// A score of sums has four terms, contents meeting positions in two of them; one of concatenated
/// vectors, twice as wide, has the other two.  Exactly: in rationals.           attention.md, (19)
PROPERTY(Addition, MixesContentAndPositionAndConcatenationDoesNot) {
  const std::size_t d = draw_size(1, 6, "width");
  const auto row = [&](const char* name) { return in<Rational>(draw_grid(1, d, name)); };
  const auto x = row("x"), y = row("y"), p = row("p"), r = row("r");
  const auto times = [](const auto& a, const auto& b) { return dot(a.row(0), b.row(0)); };
  RC_ASSERT(times(sum(x, p), sum(y, r)) == times(x, y) + times(x, r) + times(p, y) + times(p, r));
  RC_ASSERT(times(beside(x, p), beside(y, r)) == times(x, y) + times(p, r));
  RC_ASSERT(beside(x, p).columns == 2 * d);
}

/// A sum does not tell which part of it is position: content 1 at position 0 and content 0 at
/// position 1 are one vector, and concatenated they are two.
TEST(Addition, IsNotInjectiveAndConcatenationIs) {
  const auto x = matrix<Rational>(1, {1, 0}), p = matrix<Rational>(1, {0, 1});
  EXPECT_EQ(sum(x, p), sum(p, x));
  EXPECT_NE(beside(x, p), beside(p, x));
  EXPECT_EQ(beside(x, p), matrix<Rational>(1, {1, 0, 0, 1}));
}

}  // namespace
}  // namespace sextant::recipe::attention
