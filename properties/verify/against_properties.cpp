#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/recipe/catalogue/bias_catalogue.hpp"
#include "sextant/verify/compare/against.hpp"
#include "verify/memory_tables.hpp"

namespace sextant {
namespace {

verify::Likeness held(const Rows& rows, const Program& p, const std::string& recipe) {
  const MemoryTable table(rows, "'table'");
  return verify::against(table.table(), question_about(p), recipe);
}

/// Every recipe reproduces its own table, in all formats.  With one bit changed, even the sign of a
/// zero, it does not.
TEST(Against, HoldsATableToEveryBit) {
  for (const recipe::Entry& entry : recipe::catalogue()) {
    for (const Format& store : {kBfloat16, kFloat32}) {
      Program p = program(std::string(entry.name), kFloat32, store, 0, 64);
      Rows rows = rows_of(p);
      EXPECT_TRUE(held(rows, p, p.recipe).matches_bitwise()) << p;
      ASSERT_EQ(rows.at(0, 0), 0);
      rows.at(0, 0) = -0.0;
      const auto zero = held(rows, p, p.recipe);
      EXPECT_FALSE(zero.matches_bitwise()) << p;
      EXPECT_EQ(zero.diff.largest->difference(), 0);
      rows.at(40, 3) += 0.25;
      rows.at(50, 5) = std::nan("");
      const auto found = held(rows, p, p.recipe);
      EXPECT_EQ(found.diff.differing, 3U) << p;
      EXPECT_EQ(found.diff.not_finite, 1U) << p;
      EXPECT_EQ(found.diff.largest->row, 40U) << p;
      EXPECT_EQ(found.diff.largest->channel, 3U) << p;
      EXPECT_EQ(found.diff.first->row, 0U) << p;
    }
  }
}

/// The truth has no part in it: a table that is exactly right differs from one that is not.
TEST(Against, IsNoJudgementByTheTruth) {
  const Program p = program("exp-log", kFloat32, kFloat32, 100000, 32);
  EXPECT_FALSE(held(true_rows(p), p, "exp-log").matches_bitwise());
  const auto unsound = held(rows_of(p), p, "quarter-turn-cosine");
  EXPECT_FALSE(unsound.sound);
  EXPECT_THAT(verify::to_words(unsound, "'table'"), testing::HasSubstr("it is unsound"));
}

/// The largest difference and the count are those of comparing row by row.
PROPERTY(Against, CountsWhatDiffers) {
  const Program p = *draw::programs(30);
  Program other = p;
  other.recipe = *draw::element<std::string>("pow-divide", "exp-log", "turns", "pow-multiply");
  const Rows rows = rows_of(p), made = rows_of(other);
  std::uint64_t differing = 0;
  double max_error = -1;
  for (std::size_t i = 0; i < rows.values.size(); ++i) {
    const double a = rows.values[i], b = made.values[i];
    if (a == b && std::signbit(a) == std::signbit(b)) continue;
    ++differing;
    if (std::isfinite(a) && std::isfinite(b)) max_error = std::max(max_error, std::abs(a - b));
  }
  const auto found = held(rows, p, other.recipe);
  RC_ASSERT(found.diff.entries == rows.values.size());
  RC_ASSERT(found.diff.differing == differing);
  RC_ASSERT(found.matches_bitwise() == (differing == 0));
  RC_ASSERT(found.diff.largest.has_value() == (max_error >= 0));
  if (max_error >= 0) RC_ASSERT(std::abs(found.diff.largest->difference()) == max_error);
}

/// A recurrence's rows follow from each other, over many blocks.
TEST(Against, FollowsARecurrenceInOrder) {
  const Program p = program("rotation-recurrence", kFloat32, kFloat32, 0, 60000);
  EXPECT_TRUE(held(rows_of(p), p, p.recipe).matches_bitwise());
}

TEST(Against, RefusesRecipesThatDoNotMakeIt) {
  const Program p = program("exp-log", kFloat32, kFloat32, 0, 8);
  const Rows rows = rows_of(p);
  EXPECT_THROW(held(rows, p, "exp-lag"), Error);
  EXPECT_THROW(held(rows, p, std::string(recipe::bias_catalogue().front().name)), Error);
}

}  // namespace
}  // namespace sextant
