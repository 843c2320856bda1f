#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sextant/encoding/real/error.hpp"
#include "verify/compared_tables.hpp"

namespace sextant {
namespace {

using verify::Outcome;

/// Each column twice on one side, once on the other.
void expect_repeated(bool dim_given) {
  const Program once = rotary(100);
  Program twice = once;
  twice.part = Part::cos_repeated;
  const Rows his = rows_of(twice);
  Rows my = rows_of(once);
  auto question = question_about_both(once);
  EXPECT_EQ(compared(his, my, question).outcome(), Outcome::alike);
  my.at(5, 3) += 0.5;
  question.dim_given = dim_given;
  const auto found = compared(his, my, question);
  EXPECT_EQ(found.outcome(), Outcome::mine_wrong);
  EXPECT_EQ(found.columns, verify::Comparison::Columns::reference);
  EXPECT_EQ(found.entries.entries, 64U * 64);
  EXPECT_EQ(found.entries.differing, 2U) << "both columns of the pair";
  EXPECT_EQ(found.largest->at.channel, 3U);
  if (dim_given) return;
  EXPECT_EQ(compared(my, his, question).columns, verify::Comparison::Columns::mine);
}
TEST(Compare, ReadsRepeatedColumns) { expect_repeated(true); }
TEST(Compare, ReadsRepeatedColumnsOfADimThatNobodySaysFull) { expect_repeated(false); }

/// A table turned is at fault for that, and its entries are compared where they belong.
TEST(Compare, TurnsATransposedTable) {
  const Program p = made("exp-log", 4096);
  const Rows rows = rows_of(p);
  const auto found = compared(rows, rows.transposed(), question_about_both(p));
  EXPECT_EQ(found.outcome(), Outcome::mine_wrong);
  EXPECT_THAT(faults_of(found.mine), testing::ElementsAre("transposed"));
  EXPECT_EQ(found.entries.differing, 0U);
}

TEST(Compare, RefusesOtherShapes) {
  Program p = made("exp-log", 0);
  auto question = question_about_both(p);
  question.positions = std::nullopt;
  question.first = 0;
  const Rows his = rows_of(p);
  p.positions.count = 40;
  const auto complaint = [&](const Rows& my) {
    try {
      compared(his, my, question);
      return std::string();
    } catch (const Error& error) {
      return std::string(error.what());
    }
  };
  EXPECT_THAT(complaint(rows_of(p)), testing::HasSubstr("'his' has 48 rows, and 'my' has 40"));
  p.encoding = Sinusoidal{.dim = 30};
  EXPECT_THAT(complaint(rows_of(p)), testing::HasSubstr("'my': 30 columns do not agree"));
}

/// Without an encoding a warning says what was guessed, and neither program is at fault.
TEST(Compare, AccusesNobodyWithoutAnEncodingFull) {
  Program p = rotary(300);
  p.part = Part::cos_repeated;
  const Rows good = rows_of(p);
  Rows bad = good;
  for (std::uint64_t j = 0; j < bad.columns; ++j) bad.at(7, j) = 0.25;
  for (const bool mirrored : {false, true}) {
    const auto found = mirrored ? compared(good, bad, {}) : compared(bad, good, {});
    EXPECT_EQ(found.outcome(), Outcome::undetermined);
    EXPECT_FALSE(found.sound());
    ASSERT_FALSE(found.warnings.empty());
    EXPECT_THAT(found.warnings[0], testing::HasSubstr("no encoding was given"));
    const verify::Verdict& right = (mirrored ? found.reference : found.mine).verdict;
    EXPECT_EQ(right.encoding, "rope dim=64 base=500000");
    EXPECT_EQ(right.positions, "300:364");
    EXPECT_TRUE(right.passes());
  }
  // Each is right as something else.
  const auto expect_both_shown = [&](const Program& other) {
    const auto found = compared(good, rows_of(other), {});
    EXPECT_EQ(found.outcome(), Outcome::undetermined) << other;
    EXPECT_FALSE(found.one_claim) << other;
    EXPECT_TRUE(found.reference.verdict.passes() && found.mine.verdict.passes()) << other;
    EXPECT_THAT(faults_of(found.mine), testing::IsEmpty()) << other;
    EXPECT_THAT(verify::to_words(found), testing::HasSubstr("neither table is at fault")) << other;
    EXPECT_GT(found.largest->at.difference() * found.largest->at.difference(), 0.01) << other;
  };
  Program other = p;
  other.encoding = Rotary{.dim = 64, .base = 10000};
  expect_both_shown(other);
  other = p;
  other.part = Part::sin_repeated;
  expect_both_shown(other);
  other = p;
  other.encoding = Rotary{.dim = 64, .base = 500000, .layout = Pairing::interleaved};
  expect_both_shown(other);
}

}  // namespace
}  // namespace sextant
