#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "sextant/exact/oracle.hpp"
#include "verify/verify_programs.hpp"

namespace sextant {
namespace {

/// Cosines of 128 channels, computed by one recipe.
Program cosines(std::string recipe, Position first, const Format& store = kFloat32) {
  return {.recipe = std::move(recipe),
          .encoding = Rotary{},
          .part = Part::cos,
          .formats = {kFloat32, store, {}},
          .positions = Positions::from(first, 64)};
}

std::string finding(const Program& made) { return finding(rows_of(made), made); }

TEST(UnsoundRecipe, IsNamedWhereItLeavesEverySoundBoundFull) {
  EXPECT_EQ(finding(cosines("angle-recurrence", 120000)), "frequency-recurrence");
  EXPECT_EQ(finding(cosines("pow-of-ratio", 120000)), "frequency-recurrence");
  EXPECT_EQ(finding(cosines("frequency-recurrence", 120000)), "frequency-recurrence");
  EXPECT_EQ(finding(cosines("quarter-turn-cosine", 4000)), "quarter-turn-cosine");
  EXPECT_EQ(finding(cosines("fast-trigonometry", 4000)), "fast-trigonometry");
  EXPECT_EQ(finding(cosines("fast-trigonometry", 100000, kBfloat16)), "fast-trigonometry");
}

/// Rows one from another, of many steps from position 0 on.
TEST(UnsoundRecipe, OfRowsFromRowsIsNamed) {
  Program made = cosines("rotation-recurrence", 0);
  made.positions = Positions::from(0, 3000);
  EXPECT_EQ(finding(made), "rotation-recurrence");
}

/// Who makes every bit is named, also where a looser one would cover it: at every start.
TEST(UnsoundRecipe, ThatMakesEveryBitIsTheOneNamedFull) {
  for (const std::string recipe :
       {"frequency-recurrence", "angle-recurrence", "pow-of-ratio", "quarter-turn-cosine",
        "rotation-recurrence", "fast-trigonometry"}) {
    Program made = cosines(recipe, 0);
    made.positions = Positions::from(0, 3000);
    const auto verdict = verdict_on(rows_of(made), question_about(made));
    if (verdict.passes()) continue;
    ASSERT_EQ(verdict.findings.size(), 1U) << recipe;
    EXPECT_EQ(verdict.findings[0].parameters.at("recipe"), recipe);
    EXPECT_EQ(verdict.findings[0].match, 1) << recipe;
    EXPECT_EQ(verdict.recipe, recipe);
  }
}

/// Where it stays within what a sound one may err it is no fault: position 0, or nearly so.
TEST(UnsoundRecipe, IsNotAccusedWhereItIsRight) {
  for (const std::string recipe : {"angle-recurrence", "pow-of-ratio", "quarter-turn-cosine"}) {
    Program few = cosines(recipe, 0, kFloat16);
    few.positions.count = 16;
    EXPECT_EQ(finding(few), "passes") << recipe;
  }
}

/// A device whose instruction errs otherwise than the recipe's, whose own ripple is 2⁻²² of
/// 2⁻²¹·¹⁹.
Rows of_device(const Program& p, double error) {
  Rows rows = rows_of(p);
  for (std::size_t j = 0; j < rows.columns; ++j) {
    for (std::uint64_t row = 0; row < rows.count(); ++row) {
      const double sign = (row + j) % 2 == 0 ? 1 : -1;
      rows.at(row, j) = static_cast<float>(rows.at(row, j) + sign * error);
    }
  }
  return rows;
}

TEST(UnsoundRecipe, OfADeviceIsNamedWithinItsDocumentedBoundFull) {
  const Program p = cosines("fast-trigonometry", 4000);
  EXPECT_EQ(finding(of_device(p, 0x1p-23), p), "fast-trigonometry");
  EXPECT_EQ(finding(of_device(p, 0x1p-10), p), "");
}

/// The name of a quarter turn's cosines near position 0, whose bits no recipe reproduces.
std::string quarter_turn(int dim, Position first, std::uint64_t rows) {
  const Program p{.recipe = "quarter-turn-cosine",
                  .encoding = Sinusoidal{.dim = dim},
                  .formats = {kFloat32, kFloat32, {}},
                  .positions = Positions::from(first, rows)};
  Rows made = rows_of(p);
  made.at(5, 1) = std::nextafter(static_cast<float>(made.at(5, 1)), 0.0F);
  verify::Question question = question_about(p);
  question.library = &recipe::usual_library();  // looser ones cover what it loses
  return finding(made, question);
}

/// Rows that may be taken for ones that follow from each other are its own still.
TEST(UnsoundRecipe, IsNamedWhereRowsMayFollow) {
  EXPECT_EQ(quarter_turn(4, 8, 32), "quarter-turn-cosine");
}

/// Nor is there a rounding that changes nothing, here of divisors 1 and 100, where nothing is
/// named.
TEST(UnsoundRecipe, IsNoRoundingOfWhatIsExact) {
  EXPECT_NE(quarter_turn(4, 16, 16), "quarter-turn-cosine");
}

/// The reduction's error is what was measured on a device: 1.6e-3 at position 16000 and 1.0e-2 at
/// 131071 (kekzl/imp#1316), against the sine of the same float.
TEST(FastTrigonometry, LosesWithTheAngleAsDevicesWereMeasured) {
  const auto max_error = [](Position about) {
    const Program p = cosines("fast-trigonometry", about - 2000);
    Program wide = p;
    wide.positions = Positions::from(about - 2000, 2000);
    Rows rows = rows_of(wide);
    const exact::Oracle oracle(sextant::chart(p.encoding, p.part));
    double most = 0;
    for (std::uint64_t row = 0; row < rows.count(); ++row) {
      const auto truth = oracle.nearest(kFloat64, wide.positions[row], {Function::cosine, 0});
      most = std::max(most, std::abs(rows.at(row, 0) - truth.value));
    }
    return most;
  };
  EXPECT_GT(max_error(16000), 1.6e-3 / 2);
  EXPECT_LT(max_error(16000), 1.6e-3 * 2);
  EXPECT_GT(max_error(131072), 1.0e-2 / 2);
  EXPECT_LT(max_error(131072), 1.0e-2 * 2);
}

/// Every bit: a zero of the other sign is right, but no bit of the recipe's.
TEST(Verify, NamesNoRecipeForAZeroOfTheOtherSign) {
  const Program made = program("pow-divide", kFloat32, kFloat32, 0, 8);
  Rows rows = rows_of(made);
  ASSERT_EQ(verdict_on(rows, question_about(made)).recipe, "pow-divide");
  ASSERT_EQ(rows.at(0, 0), 0);
  rows.at(0, 0) = -0.0;
  const auto verdict = verdict_on(rows, question_about(made));
  EXPECT_TRUE(verdict.passes());
  EXPECT_EQ(verdict.recipe, std::nullopt);
}

}  // namespace
}  // namespace sextant
