#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "sextant/number/ulp.hpp"
#include "sextant/verify/accept/acceptance_criterion.hpp"
#include "verify/compared_tables.hpp"

namespace sextant {
namespace {

using verify::Outcome;

/// The program with the wrong frequencies is blamed, by name, for the whole difference.
TEST(Compare, BlamesTheReferenceOrMe) {
  const Rows bad = rows_of(rotary(4000, kBfloat16));
  const Rows good = rows_of(rotary(4000));
  const auto question = question_about_both(rotary(4000));
  const auto his = compared(bad, good, question);
  EXPECT_EQ(his.outcome(), Outcome::reference_wrong);
  EXPECT_FALSE(his.sound());
  EXPECT_THAT(faults_of(his.reference), testing::ElementsAre("frequency-rounded"));
  EXPECT_THAT(faults_of(his.mine), testing::IsEmpty());
  ASSERT_TRUE(his.largest);
  EXPECT_GT(his.largest->split.share(), 0.99);
  EXPECT_GT(his.entries.mine_nearer, 100 * his.entries.reference_nearer);
  EXPECT_FALSE(his.entries.most);
  EXPECT_THAT(verify::to_words(his), testing::StartsWith("reference-wrong: the reference, 'his',"));

  const auto mirrored = compared(good, bad, question);
  EXPECT_EQ(mirrored.outcome(), Outcome::mine_wrong);
  EXPECT_THAT(faults_of(mirrored.mine), testing::ElementsAre("frequency-rounded"));
  EXPECT_LT(mirrored.largest->split.share(), 0.01);
  EXPECT_EQ(mirrored.entries.reference_nearer, his.entries.mine_nearer);
  EXPECT_EQ(mirrored.entries.mine_nearer, his.entries.reference_nearer);
  EXPECT_EQ(mirrored.entries.differing, his.entries.differing);
  EXPECT_THAT(verify::to_words(mirrored), testing::StartsWith("mine-wrong: 'my' is at fault"));
}

/// However alike they are.
TEST(Compare, BlamesBothFull) {
  const Rows bad = rows_of(rotary(4000, kBfloat16));
  const auto question = question_about_both(rotary(4000));
  const auto both = compared(bad, bad, question);
  EXPECT_THAT(verify::to_words(both), testing::HasSubstr("by the same mistake"));
  EXPECT_EQ(both.outcome(), Outcome::both_wrong);
  EXPECT_EQ(both.entries.differing, 0U);
  EXPECT_FALSE(both.largest);
}

/// What theory allows a table's entries, from the definition; without end where it proves nothing.
class Allowed {
 public:
  Allowed(const Program& p, const verify::Verdict& v) : oracle_(p.chart()), program_(p) {
    format_ = v.format;
    ulps_ = v.grade == verify::Grade::correctly_rounded ? 0.5 : 1.0;
    if (v.accepted_by)
      recipe_ = recipe::make(v.accepted_by->recipe, oracle_.chart(),
                             {.compute = v.accepted_by->computed_in,
                              .store = v.format,
                              .library = &recipe::library(v.accepted_by->library)},
                             p.positions);
  }

  double at(std::uint64_t row, std::size_t channel) const {
    if (recipe_) {
      const double bound = recipe_->bound(row, channel);
      return bound <= verify::kVacuous ? bound : HUGE_VAL;
    }
    const Channel& c = oracle_.chart().channels[channel];
    const double x = oracle_.nearest(kFloat64, program_.positions[row], c).value;
    return std::ldexp(ulps_, ulp_exponent(format_, x));
  }

 private:
  exact::Oracle oracle_;
  Program program_;
  Format format_;
  double ulps_ = 0;
  std::unique_ptr<recipe::Recipe> recipe_;
};

/// Two tables of sound recipes, or of the truth: no program is blamed, and no difference exceeds
/// both bounds.  The printed fraction is the largest.
void expect_two_sided(const Program& a, const Rows& his, const Program& b, const Rows& my,
                      int* bounded = nullptr) {
  const auto found = compared(his, my, question_about_both(a));
  EXPECT_TRUE(found.sound()) << a << " and " << b << "\n" << verify::to_words(found);
  const Allowed of_his(a, found.reference.verdict), of_mine(b, found.mine.verdict);
  double most = -1;
  std::uint64_t differing = 0, unbounded = 0;
  for (std::uint64_t row = 0; row < his.count(); ++row) {
    for (std::size_t j = 0; j < his.columns; ++j) {
      const double x = his.values[row * his.columns + j];
      const double y = my.values[row * his.columns + j];
      if (x == y && std::signbit(x) == std::signbit(y)) continue;
      ++differing;
      const double both = of_his.at(row, j) + of_mine.at(row, j);
      if (both == HUGE_VAL) {
        ++unbounded;
        continue;
      }
      ASSERT_LE(std::abs(x - y), both) << a << " and " << b << ", row " << row << ", channel " << j;
      most = std::max(most, std::abs(x - y) / both);
    }
  }
  const verify::PairwiseArbitration& e = found.entries;
  EXPECT_EQ(e.differing, differing);
  EXPECT_EQ(e.unbounded, unbounded);
  EXPECT_EQ(e.bounded, differing - unbounded);
  EXPECT_EQ(e.mine_nearer + e.reference_nearer + e.ties + e.undecided, differing);
  ASSERT_EQ(e.most.has_value(), most >= 0);
  if (e.most) {
    EXPECT_DOUBLE_EQ(e.most->fraction(), most);
  }
  if (bounded != nullptr) *bounded += static_cast<int>(e.bounded);
}

void expect_recipes_sound(const std::vector<Position>& firsts) {
  int bounded = 0;
  for (const Position first : firsts) {
    const Program a = made("pow-divide", first);
    const Program b = made("exp-log", first);
    expect_two_sided(a, rows_of(a), b, rows_of(b), &bounded);
  }
  EXPECT_GT(bounded, 100);
}
TEST(Compare, NeverBlamesOneOfTwoSoundRecipes) { expect_recipes_sound({0, 1 << 17}); }
TEST(Compare, NeverBlamesOneOfTwoSoundRecipesFull) {
  expect_recipes_sound({-37, 4096, 1 << 20, 10000000, (1 << 24) - 7, Position{1} << 40});
}

/// The classic case: a bfloat16 table that is right, and a float32 one that is.
TEST(Compare, AllowsWhatTwoFormatsRound) {
  const Program wide = made("float64-angle", 4096);
  for (const Format& narrow : {kBfloat16, kFloat16, kFloat64}) {
    const Program p = made("float64-angle", 4096, narrow);
    const Rows his = true_rows(p);
    const Rows my = true_rows(wide);
    expect_two_sided(p, his, wide, my);
    const auto found = compared(his, my, question_about_both(wide));
    EXPECT_EQ(found.outcome(), Outcome::both_sound);
    EXPECT_GT(found.entries.most->fraction(), 0.9) << narrow.name();
  }
  EXPECT_EQ(compared(true_rows(wide), true_rows(wide), question_about_both(wide)).outcome(),
            Outcome::alike);
}

/// Numbers of bfloat16 in a float32 table are no float32 table, though none differs.
TEST(Compare, JudgesEachTableInItsOwnFormatFull) {
  const Program p = made("float64-angle", 0, kBfloat16);
  const Rows his = true_rows(p);
  Rows my = his;
  my.format = kFloat32;
  const auto found = compared(his, my, question_about_both(p));
  EXPECT_EQ(found.entries.differing, 0U);
  EXPECT_EQ(found.outcome(), Outcome::mine_wrong);
}

/// Random sound programs of the same table, stored in any format.
PROPERTY(Compare, FindsRandomSoundTablesSoundFull) {
  const Program a = *draw::programs(20);
  Program b = a;
  b.recipe = *draw::element<std::string>("pow-divide", "exp-log", "turns", "float64-angle");
  b.formats.compute = a.formats.compute;
  RC_PRE(promises(a) && promises(b));
  const auto found = compared(rows_of(a), rows_of(b), question_about(a));
  RC_ASSERT(found.sound());
  if (found.entries.most) RC_ASSERT(found.entries.most->fraction() <= 1);
}

/// What is no number is counted and never the largest difference.
TEST(Compare, CountsWhatIsNotFinite) {
  const Program p = made("exp-log", 0);
  const Rows his = rows_of(p);
  Rows my = his;
  my.at(3, 4) = std::nan("");
  my.at(9, 0) = HUGE_VAL;
  my.at(11, 1) = my.at(11, 1) / 2;
  const auto found = compared(his, my, question_about_both(p));
  EXPECT_EQ(found.outcome(), Outcome::mine_wrong);
  EXPECT_EQ(found.entries.differing, 3U);
  EXPECT_EQ(found.entries.not_finite, 2U);
  EXPECT_EQ(found.entries.reference_nearer, 1U);
  EXPECT_EQ(found.largest->at.row, 11U);
  EXPECT_EQ(found.entries.first->row, 3U);
}

/// Neither blocks nor threads show: of equal differences the first is named, wherever it lies.  One
/// is in an earlier column, and so they are damage: of a pair's own faults all others would be
/// tried.
TEST(Compare, NamesTheFirstOfTheLargest) {
  Program p = made("exp-log", 0);
  p.positions = Positions::from(0, 5000);  // several blocks
  Rows his = rows_of(p);
  Rows my = his;
  for (const std::uint64_t row : {4999U, 4100U, 2100U, 3000U}) {
    const std::uint64_t column = row == 4999 ? 27 : 30;
    his.at(row, column) = 0.5;
    my.at(row, column) = -1.5;
  }
  const auto found = compared(his, my, question_about_both(p));
  EXPECT_EQ(found.outcome(), Outcome::both_wrong);
  EXPECT_EQ(found.entries.differing, 4U);
  ASSERT_TRUE(found.largest);
  EXPECT_EQ(found.largest->at.row, 2100U);
  EXPECT_EQ(found.largest->at.difference(), 2);
}

}  // namespace
}  // namespace sextant
