#include "engine/property.hpp"
#include "recipe/attention/inputs.hpp"

/// Softmax alone.  Mutants that these must kill: the largest score not subtracted; the least one in
/// its place; the exponential of half the score.
namespace sextant::recipe::attention {
namespace {

Wide variation(const Matrix<Wide>& a, const Matrix<Wide>& b) {
  Wide total = 0;
  for (std::size_t j = 0; j < a.columns; ++j) total += abs(Wide(a(0, j) - b(0, j)));
  return total / 2;
}

/// tanh(ε/2) = (e^ε − 1)/(e^ε + 1).
Wide most(const Rational& epsilon) {
  const Wide e = exp(nearest<Wide>(epsilon));
  return (e - 1) / (e + 1);
}

/// Scores off by at most ε each: the weights move by tanh(ε/2) in total variation at most, however
/// many keys there are.                                                       attention.md, (17)
PROPERTY(Softmax, MovesByLessThanHalfOfWhatScoresMove) {
  const std::size_t n = draw_size(1, 12, "keys");
  const Grid scores = draw_grid(1, n, "scores"), changes = draw_grid(1, n, "changes");
  const Matrix<Wide> here = softmax(in<Wide>(scores), Mask::none);
  const Matrix<Wide> there = softmax(sum(in<Wide>(scores), in<Wide>(changes)), Mask::none);
  const Rational epsilon = largest_size(in<double>(changes));
  RC_ASSERT(lowest(variation(here, there)) <= highest(most(epsilon)));
}

/// Two keys at scores −ε and 0 that move by ε and −ε attain it.                attention.md, (17)
PROPERTY(Softmax, AttainsItsBoundWithTwoKeys) {
  const Rational epsilon(draw_number(1, 640, "64 epsilon"), 64);
  const Matrix<Wide> here = softmax(matrix<Wide>(1, {-epsilon, 0}), Mask::none);
  const Matrix<Wide> there = softmax(matrix<Wide>(1, {0, -epsilon}), Mask::none);
  RC_ASSERT(same(variation(here, there), most(epsilon)));
}

/// Scores that all grow by one number have the same weights, bit for bit where the sums are exact,
/// and no exponential is too large for its format.                              attention.md, (2)
TEST(Softmax, SeesDifferencesOfScoresAlone) {
  const auto weights_from = [](int first) {
    return softmax(matrix<float>(1, {first, first - 1, first - 3}), Mask::none);
  };
  EXPECT_EQ(weights_from(1000000), weights_from(0));
  EXPECT_EQ(weights_from(-1000000), weights_from(0));
  EXPECT_GT(weights_from(0)(0, 0), weights_from(0)(0, 1));
  EXPECT_EQ(softmax(matrix<float>(1, {200, 0}), Mask::none), matrix<float>(1, {1, 0}));  // e^-200
}

}  // namespace
}  // namespace sextant::recipe::attention
