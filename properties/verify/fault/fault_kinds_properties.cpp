#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/verify/candidate/fault.hpp"
#include "verify/verify_programs.hpp"

namespace sextant {
namespace {

/// A program that counts `offset` positions further than its table is claimed to.
void expect_offset(const Program& claimed, int offset) {
  Program shifted = claimed;
  shifted.positions.first += offset;
  const auto verdict = verdict_on(rows_of(shifted), question_about(claimed));
  ASSERT_EQ(findings(verdict), "position-offset") << offset;
  EXPECT_EQ(verdict.findings[0].parameters.at("offset"), offset);
  EXPECT_EQ(verdict.findings[0].match, 1);
}

/// A table of cosines alone has no phases to look at, but its rows have.
TEST(Fault, IsNamedRightlyInATableOfCosines) {
  Program p{.recipe = "pow-reciprocal",
            .encoding = Rotary{.dim = 64, .base = 500000},
            .part = Part::cos,
            .formats = {kFloat32, kFloat32, {}},
            .positions = Positions::from(4000, 128)};
  for (const int offset : {1, -2, 37, 5000}) {
    expect_offset(p, offset);
  }
  Program other = p;
  std::get<Rotary>(other.encoding).base = 10000;
  const auto base = verdict_on(rows_of(other), question_about(p));
  ASSERT_EQ(findings(base), "wrong-base");
  EXPECT_EQ(base.findings[0].parameters.at("base"), "10000");
  other = p;
  other.part = Part::sin;
  EXPECT_EQ(findings(verdict_on(rows_of(other), question_about(p))), "sin-cos-swapped");
  p.part = Part::cos_repeated;
  other = p;
  std::get<Rotary>(other.encoding).layout = Pairing::interleaved;
  EXPECT_EQ(findings(verdict_on(rows_of(other), question_about(p))), "layout");
}

/// The phase of turns is off by half a unit of 2⁻⁶⁴ turn a position: by as many as the program
/// counted, wherever its rows are claimed to be.
TEST(Fault, AnOffsetIsJudgedAtThePositionsOfTheProgram) {
  const Program p = program("turns", kFloat64, kFloat64, 0, 70);
  for (const int offset : {4096, -70, 1 << 20}) {
    expect_offset(p, offset);
    Program moved = p;  // the same, where an origin is added and has a phase of its own
    std::get<Sinusoidal>(moved.encoding).origin = offset;
    EXPECT_EQ(findings(verdict_on(rows_of(moved), question_about(p))), "position-offset") << offset;
  }
}

/// Rows for columns: judged as they were meant, and said.
TEST(Fault, TransposedIsFoundWithAndWithoutADimFull) {
  for (const std::uint64_t rows : {96U, 32U}) {
    const Program p = program("exp-log", kFloat32, kFloat32, 10, rows);
    auto question = question_about(p);
    for (const bool dim_given : {true, false}) {
      question.dim_given = dim_given;
      const auto verdict = verdict_on(rows_of(p).transposed(), question);
      EXPECT_EQ(findings(verdict), "transposed");
      EXPECT_EQ(verdict.grade, verify::Grade::explained);
      EXPECT_TRUE(verdict.accepted_by);
      EXPECT_EQ(verdict.recipe, "exp-log");
      const auto upright = verdict_on(rows_of(p), question_about(p));
      EXPECT_EQ(verdict.statistics.absolute.value, upright.statistics.absolute.value);
    }
  }
}

/// Rows for columns need not be even in number, and are believed where the table turned conforms:
/// other tables whose columns do not agree are refused.
TEST(Fault, TransposedIsWhatConformsTurnedFull) {
  const Program p = program("exp-log", kFloat32, kFloat32, 10, 33);
  auto question = question_about(p);
  question.dim_given = false;
  const auto verdict = verdict_on(rows_of(p).transposed(), question);
  EXPECT_EQ(findings(verdict), "transposed");
  EXPECT_NE(verify::to_words(verdict, "t").find("with rows for columns"), std::string::npos);

  Rows garbage{kFloat32, 31, {}};  // with as many rows as there should be columns
  for (int k = 0; k < 31 * 32; ++k)
    garbage.values.push_back(static_cast<float>(std::sin(static_cast<double>(k) * k)));
  question = question_about(p);
  question.positions.reset();
  const auto turned = verdict_on(garbage, question);  // whose shape agrees turned alone
  EXPECT_EQ(turned.grade, verify::Grade::unexplained);
  EXPECT_EQ(findings(turned), "transposed");
  garbage.columns = 32;
  garbage.values.resize(31 * 32);
  EXPECT_EQ(verdict_on(garbage, question).grade, verify::Grade::unexplained);
}

/// What is corrupt is named by its places.
TEST(Fault, CorruptEntriesAreNamedByPlace) {
  const Program p = program("exp-log", kFloat32, kFloat32, 7000, 128);
  Rows rows = rows_of(p);
  rows.at(3, 5) = 0.25;
  rows.at(100, 31) = -1;
  const auto verdict = verdict_on(rows, question_about(p));
  ASSERT_EQ(findings(verdict), "corrupt-entry");
  const auto& places = verdict.findings[0].parameters.places();
  ASSERT_EQ(places.size(), 2U);
  EXPECT_EQ(places[0].at("position"), "7003");
  EXPECT_EQ(places[0].at("channel"), 5);
  EXPECT_EQ(places[1].at("position"), "7100");
  EXPECT_EQ(places[1].at("got"), "-1");
  EXPECT_EQ(verdict.findings[0].match, 1 - 2.0 / 4096);
}

/// A library whose cosines are 3 ulps off now and then damages nothing.
TEST(Fault, ALibraryThatIsLessExactIsNoDamage) {
  const Program p = program("exp-log", kFloat64, kFloat64, 7000, 64);
  Rows rows = rows_of(p);
  rows.at(3, 1) += 0x3p-53;
  rows.at(40, 1) -= 0x3p-53;
  EXPECT_EQ(findings(verdict_on(rows, question_about(p))), "");
  rows.at(40, 1) -= 0x90p-53;
  EXPECT_EQ(findings(verdict_on(rows, question_about(p))), "corrupt-entry");
}

/// A float64 table whose numbers went through float32.
TEST(Fault, ComputedInSingleIsNamedFull) {
  const Program p = program("exp-log", kFloat64, kFloat64, 7000, 64);
  Program single = p;
  single.formats = {kFloat32, kFloat32, {}};
  Rows rows = rows_of(single);
  rows.format = kFloat64;
  EXPECT_EQ(findings(verdict_on(rows, question_about(p))), "computed-in-single");
  rows.at(5, 5) += 0x1p-40;
  EXPECT_NE(findings(verdict_on(rows, question_about(p))), "computed-in-single");
}

/// The list names what verify can find, each with its story.
TEST(Fault, HasAStory) {
  for (const verify::Fault& fault : verify::faults()) {
    EXPECT_FALSE(fault.mechanism.empty() || fault.effect.empty() || fault.remedy.empty());
    EXPECT_TRUE(fault.reference.empty() || fault.reference.find('/') < fault.reference.find('#'))
        << fault.reference;
    EXPECT_EQ(&verify::fault(fault.name), &fault);
  }
  EXPECT_THROW(verify::fault("gremlins"), Error);
}

/// A fault without a public report does not say where it was seen, and long lists are cut short.
TEST(Fault, IsSaidInShortLines) {
  const Program p{.recipe = "pow-reciprocal",
                  .encoding = Rotary{.dim = 64},
                  .part = Part::cos,
                  .formats = {kFloat32, kFloat32, {}},
                  .positions = Positions::from(0, 64)};
  Rows rows = rows_of(p);
  for (std::uint64_t row = 0; row < rows.count(); ++row)
    std::reverse(rows.values.begin() + static_cast<std::ptrdiff_t>(row * rows.columns),
                 rows.values.begin() + static_cast<std::ptrdiff_t>((row + 1) * rows.columns));
  const auto verdict = verdict_on(rows, question_about(p));
  ASSERT_EQ(findings(verdict), "columns-permuted");
  const std::string words = verify::to_words(verdict, "t");
  EXPECT_EQ(words.find("seen in"), std::string::npos) << words;
  EXPECT_NE(words.find(",...]}"), std::string::npos) << words;
}

}  // namespace
}  // namespace sextant
