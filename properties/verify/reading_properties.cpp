#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "draw/patterns.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "verify/verify_programs.hpp"

namespace sextant {
namespace {

bool says(const verify::Verdict& verdict, const std::string& words) {
  return std::any_of(verdict.warnings.begin(), verdict.warnings.end(),
                     [&](const std::string& text) { return text.find(words) != text.npos; });
}

/// A table of cosines or sines has one column a pair, or two.  Without a stated dim the numbers
/// decide, and a dim other than the number of columns is reported.
TEST(Reading, TellsAColumnAPairFromTwoFull) {
  for (const Part part : {Part::cos, Part::sin, Part::cos_repeated, Part::sin_repeated}) {
    for (const Pairing layout : {Pairing::half_split, Pairing::interleaved}) {
      for (const int dim : {8, 64, 66}) {
        for (const int offset : {0, 2}) {
          Program p{.recipe = "pow-reciprocal",
                    .encoding = Rotary{.dim = dim, .layout = layout},
                    .part = part,
                    .formats = {kFloat32, kFloat32, {}},
                    .positions = Positions::from(300, 50)};
          auto question = question_about(p);
          question.dim_given = false;
          const bool once = part == Part::cos || part == Part::sin;
          if (!once) question.part = part == Part::cos_repeated ? Part::cos : Part::sin;
          p.positions.first += offset;  // the reading does not hang on the table's being right
          const auto verdict = verdict_on(rows_of(p), question);
          EXPECT_EQ(verdict.passes(), offset == 0) << p;
          EXPECT_EQ(findings(verdict), offset == 0 ? "" : "position-offset") << p;
          EXPECT_EQ(verdict.encoding.find("rope dim=" + std::to_string(dim)), 0U) << p;
          EXPECT_EQ(says(verdict, "one column a pair"), once) << p;
        }
      }
    }
  }
}

/// A model's layout is that of its vectors.  If these pair neighbours, tables repeat their halves
/// or their columns; otherwise they repeat halves.  Other faults are reported as before.
TEST(Reading, TablesOfAModelMayRepeatHalvesWhateverVectorsPairFull) {
  for (const Part part : {Part::cos_repeated, Part::sin_repeated}) {
    for (const Pairing stored : {Pairing::half_split, Pairing::interleaved}) {
      for (const Pairing vectors : {Pairing::half_split, Pairing::interleaved}) {
        for (const int base : {10000, 50000}) {
          const Program p{.recipe = "pow-reciprocal",
                          .encoding = Rotary{.dim = 64, .base = base, .layout = stored},
                          .part = part,
                          .formats = {kFloat32, kBfloat16, {}},
                          .positions = Positions::from(0, 200)};
          auto question = question_about(p);
          question.encoding = Rotary{.dim = 64, .layout = vectors};
          question.part = part == Part::cos_repeated ? Part::cos : Part::sin;
          const Rows rows = rows_of(p);
          const auto expect = [&](bool sound) {
            const auto verdict = verdict_on(rows, question);
            EXPECT_EQ(findings(verdict), !sound          ? "layout"
                                         : base == 10000 ? ""
                                                         : "wrong-base")
                << p;
            EXPECT_EQ(verdict.passes(), sound && base == 10000) << p;
            return verdict;
          };
          if (base == 10000 || stored == vectors) expect(stored == vectors);
          question.layout_of_vectors = true;
          const bool either = vectors == Pairing::interleaved;
          if (!either && stored == Pairing::interleaved && base != 10000) continue;
          const auto verdict = expect(either || stored == Pairing::half_split);
          EXPECT_EQ(says(verdict, "the table repeats its halves"),
                    either && stored == Pairing::half_split)
              << p;
          EXPECT_EQ(says(verdict, "the table repeats each column beside itself"),
                    either && stored == Pairing::interleaved)
              << p;
        }
      }
    }
  }
}

/// What is taken for something is not thereby checked: that comes first.
TEST(Reading, SaysFirstThatATableWasIdentified) {
  const Program p{.recipe = "exp-log",
                  .encoding = Sinusoidal{.dim = 32},
                  .part = Part::table,
                  .formats = {kFloat32, kFloat32, {}},
                  .positions = Positions::from(700, 60)};
  const auto verdict = verdict_on(rows_of(p), {});
  EXPECT_TRUE(verdict.passes());
  EXPECT_EQ(verdict.positions, "700:760");
  const std::string words = verify::to_words(verdict, "t");
  EXPECT_EQ(words.find("\n  identified, not checked: "), words.find('\n'));
  EXPECT_TRUE(says(verdict, "taken for"));
  EXPECT_EQ(verify::to_json(verdict)["identified"], true);
  EXPECT_EQ(verify::to_json(verdict_on(rows_of(p), question_about(p)))["identified"], false);
}

/// The frequencies of a law with a shift are also those of law d and a base that no model has.
TEST(Reading, TakesATableForANamedLawBeforeAFittedBase) {
  Program p{.recipe = "exp-log",
            .encoding = Sinusoidal{.dim = 64, .layout = Layout::halves},
            .part = Part::table,
            .formats = {kFloat32, kFloat32, {}},
            .positions = Positions::from(0, 200)};
  std::get<Sinusoidal>(p.encoding).law = Law::half_minus_shift;
  const auto verdict = verdict_on(rows_of(p), {});
  EXPECT_TRUE(verdict.passes());
  EXPECT_EQ(verdict.encoding, to_text(p.encoding));
}

/// Entries that an estimated base leaves a little further off than bounds are no damage.
TEST(Reading, FindsNoDamageByWhatItEstimated) {
  Program p{
      .recipe = "pow-reciprocal",
      .encoding = Rotary{.dim = 16,
                         .layout = Pairing::interleaved,
                         .context = {.scaling = Scaling::ntk, .factor = 32, .original = 8192}},
      .part = Part::cos,
      .formats = {kFloat32, kBfloat16, {}},
      .positions = Positions::from(1000, 16)};
  verify::Question question;
  question.positions = p.positions;
  Rows rows = rows_of(p);
  EXPECT_EQ(findings(verdict_on(rows, question)), "");
  p.encoding = Rotary{.dim = 16};
  rows = rows_of(p);
  rows.at(7, 3) = -0.75;
  EXPECT_EQ(findings(verdict_on(rows, question)), "corrupt-entry");
}

/// Where nothing fits, no position is made up.
TEST(Reading, MakesUpNoPositionsFull) {
  const Program p{.recipe = "exp-log",
                  .encoding = Sinusoidal{.dim = 64},
                  .part = Part::table,
                  .formats = {kFloat32, kFloat32, {}},
                  .positions = {127, 128, -1}};
  for (const Rows& rows : {rows_of(p), rows_of(p).transposed()}) {
    const auto verdict = verdict_on(rows, {});
    EXPECT_FALSE(verdict.passes());
    EXPECT_EQ(verdict.positions, Positions::from(0, rows.count()).text());
    EXPECT_TRUE(says(verdict, "nothing fits"));
  }
}

/// The part is part of the claim.
TEST(Reading, NamesThePart) {
  Program p{.recipe = "pow-reciprocal",
            .encoding = Rotary{.dim = 16},
            .part = Part::table,
            .formats = {kFloat32, kFloat32, {}},
            .positions = Positions::from(3, 20)};
  for (const Part part : {Part::table, Part::cos, Part::sin_repeated, Part::inv_freq}) {
    p.part = part;
    p.positions = part == Part::inv_freq ? Positions::from(0, 1) : Positions::from(3, 20);
    const auto verdict = verdict_on(rows_of(p), question_about(p));
    EXPECT_EQ(verify::to_json(verdict)["part"], name(part));
    const std::string words = verify::to_words(verdict, "t");
    EXPECT_EQ(words.find(", part " + std::string(name(part))) != words.npos, part != Part::table);
    EXPECT_EQ(words.find("columns repeated") != words.npos, part == Part::sin_repeated);
  }
}

/// The truth is shown to more digits than the entry has: they differ where the numbers do.
TEST(Reading, ShowsHowTheTruthDiffers) {
  for (const Format& format : draw::hardware_formats()) {
    const Program p{.recipe = "turns",
                    .encoding = Sinusoidal{.dim = 8},
                    .part = Part::table,
                    .formats = {kFloat64, format, {}},
                    .positions = Positions::from(77, 9)};
    const auto verdict = verdict_on(true_rows(p), question_about(p));
    const measure::Witness& w = verdict.statistics.absolute.witness;
    const double shown = std::stod(verdict.truths.absolute);
    EXPECT_GT(w.error.absolute, 0) << format;
    if (format != kFloat64) {
      // Three digits more than needed leave a hundredth of an ulp.
      EXPECT_NEAR(std::abs(w.got - shown), w.error.absolute, w.error.absolute / 16) << format;
    }
    EXPECT_NE(verify::to_words(verdict, "t").find("truth " + verdict.truths.absolute),
              std::string::npos);
  }
  const Program p{.encoding = Sinusoidal{.dim = 8},
                  .part = Part::table,
                  .formats = {kFloat32, kFloat32, {}},
                  .positions = {0, 20, 1}};
  Rows rows = true_rows(p);
  rows.at(0, 0) = 0.5;
  const std::string words = verify::to_words(verdict_on(rows, question_about(p)), "t");
  EXPECT_NE(words.find("0.5 (the truth is 0) at position 0"), std::string::npos) << words;
}

/// Without --part a warning names the part, and no fault is named.
TEST(Reading, SaysWhichPartATableHoldsInstead) {
  for (const Part part : {Part::cos, Part::sin}) {
    const Program p{.recipe = "pow-reciprocal",
                    .encoding = Rotary{.dim = 64, .base = 500000},
                    .part = part,
                    .formats = {kFloat32, kFloat32, {}},
                    .positions = Positions::from(0, 64)};
    const Rows half = rows_of(p);
    Rows rows{kFloat32, 64, {}};
    for (std::uint64_t k = 0; k < half.values.size(); k += 32)
      for (int times = 0; times < 2; ++times)
        rows.values.insert(rows.values.end(), &half.values[k], &half.values[k] + 32);
    verify::Question question = question_about(p);
    EXPECT_TRUE(verdict_on(rows, question).passes());
    question.part = Part::table;
    const verify::Verdict verdict = verdict_on(rows, question);
    EXPECT_FALSE(verdict.passes());
    EXPECT_EQ(findings(verdict), "");
    ASSERT_FALSE(verdict.warnings.empty());
    EXPECT_NE(verdict.warnings.front().find("pass --part " + std::string(name(part))),
              std::string::npos)
        << verdict.warnings.front();
  }
}

/// A forgotten first position neither hides which functions the rows hold, nor the remedy.
TEST(Reading, OfBothFunctionsDoesNotDependOnTheFirstPosition) {
  Program p{.recipe = "pow-reciprocal",
            .encoding = Rotary{.dim = 64, .base = 500000},
            .part = Part::table,
            .formats = {kFloat32, kFloat32, {}},
            .positions = Positions::from(1000, 512)};
  const Rows rows = rows_of(p);
  verify::Question question = question_about(p);
  question.positions.reset();
  question.part = Part::cos;
  const verify::Verdict verdict = verdict_on(rows, question);
  EXPECT_EQ(verdict.part, Part::table);
  EXPECT_EQ(findings(verdict), "position-offset");
  ASSERT_FALSE(verdict.warnings.empty());
  EXPECT_NE(verdict.warnings.front().find("pass --first 1000"), std::string::npos)
      << verdict.warnings.front();
}

/// Frequencies in float32, and NumPy's promotion of everything after them.
TEST(Reading, SaysThatFloat64HoldsTheNumbersOfFloat32) {
  const Program p = program("pow-reciprocal", kFloat32, kFloat64, 0, 512);
  Program narrow = p;
  narrow.formats = {kFloat32, kFloat32, {}};
  Rows rows = rows_of(narrow);
  rows.format = kFloat64;
  for (std::size_t k = 0; k < rows.values.size(); ++k) rows.values[k] *= 1 + 0x1p-40;
  verify::Question question = question_about(p);
  question.computed_in.reset();
  const verify::Verdict verdict = verdict_on(rows, question);
  EXPECT_FALSE(verdict.passes());
  ASSERT_FALSE(verdict.warnings.empty());
  EXPECT_NE(verdict.warnings.front().find("float32"), std::string::npos);
}

}  // namespace
}  // namespace sextant
