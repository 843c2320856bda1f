#include <gtest/gtest.h>

#include "sextant/encoding/axial/combined_axes.hpp"
#include "sextant/encoding/real/error.hpp"

namespace sextant {
namespace {

using Operation = CoordinateStep::Operation;

/// A number times 2 (i + ½)/n − 1, for indices from −1 to n.
CombinedTerm term(const Rational& number, int n) {
  return {number,
          {{{Operation::add, Rational(1, 2)},
            {Operation::divide, n},
            {Operation::multiply, 2},
            {Operation::add, -1}}},
          -1,
          n};
}

/// axial.md, (10), by hand.  The largest coordinate is M = 1 + 1/n.  Its error is 2 (n + ½)/n from
/// the first sum, twice that from a division by a number that is no power of two, and M from the
/// last sum.  Two axes add 2 M, and a number that float32 does not hold another M.
TEST(CombinedAxes, HaveTheErrorsOfTheirSteps) {
  const Rational of_8 = Rational(17, 8) + Rational(9, 8) + Rational(9, 4);
  const Rational of_7 = Rational(45, 7) + Rational(8, 7) + Rational(16, 7);
  EXPECT_EQ(combined({term(Rational(1, 2), 8), term(-3, 7)}, "").error,
            of_8 / 2 + of_7 * Rational(3));
  EXPECT_EQ(combined({term(Rational(1, 3), 8), term(-3, 7)}, "").error,
            (of_8 + Rational(9, 8)) / 3 + of_7 * Rational(3));
}

/// The recipe itself rounds up to four times: (11).
TEST(CombinedAxes, HaveTheErrorOfTheRecipe) {
  const CombinedTerm index{Rational(3), {}, -1, 5};
  EXPECT_EQ(combined({index}, "").error, Rational(4 * 15));
}

TEST(CombinedAxes, CountInTheLargestUnit) {
  const CombinedAxes sum = combined({term(Rational(3, 4), 6), term(Rational(-1, 2), 4)}, "");
  // 3/4 (2i + 1)/6 − 3/4 − 1/2 (2j + 1)/4 + 1/2 = (2i + 1)/8 − (2j + 1)/8 − 1/4
  EXPECT_EQ(sum.unit, Rational(1, 4));
  EXPECT_EQ(sum.weights, (std::vector<Position>{1, -1}));
  EXPECT_EQ(sum.constant, -1);
  EXPECT_EQ(combined({term(0, 6), term(0, 4)}, "").weights, (std::vector<Position>{0, 0}));
}

}  // namespace
}  // namespace sextant
