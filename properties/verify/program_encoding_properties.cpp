#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/encoding/text/program_encoding.hpp"
#include "verify/verify_programs.hpp"

namespace sextant {
namespace {

Program program_of(const std::string& text, const Positions& positions) {
  return {.recipe = "log-timescale",
          .encoding = read_encoding(text),
          .part = Part::table,
          .formats = {kFloat32, kFloat32, {}},
          .positions = positions};
}

/// By default the rows of a program encoding have the order of its program.
TEST(Dialect, IsJudgedWithRowsThatGoAsItsOwn) {
  for (const ProgramEncoding& known : program_encodings()) {
    if (std::holds_alternative<Rotary>(default_encoding(known.name))) continue;
    const Program p = program_of(std::string(known.name) + " dim=16", positions(known.rows, 65));
    auto question = question_about(p);
    question.positions = {};
    question.rows = known.rows;
    EXPECT_TRUE(verdict_on(rows_of(p), question).passes()) << known.name;
    if (known.rows.direction == Direction::ascending) continue;
    question.rows = {};
    EXPECT_FALSE(verdict_on(rows_of(p), question).passes()) << known.name;
  }
  const Program even = program_of("espnet-relative dim=16", Positions::from(0, 64));
  auto question = question_about(even);
  question.positions = {};
  question.rows = find_program_encoding("espnet-relative")->rows;
  EXPECT_THROW((void)verdict_on(rows_of(even), question), Error);
}

/// A row of zeros that is missing, not requested, or elsewhere.
TEST(Fault, ARowOfZerosElsewhereIsNamed) {
  const Program padded = program_of("fairseq dim=32", Positions::from(0, 64));
  const auto judged = [&](const char* made, const char* claimed) {
    Program program = padded;
    Program claim = padded;
    set_field(program.encoding, "zero-row", made);
    set_field(claim.encoding, "zero-row", claimed);
    return verdict_on(rows_of(program), question_about(claim));
  };
  for (const char* row : {"none", "0", "1", "63"}) EXPECT_TRUE(judged(row, row).passes()) << row;
  for (const auto& [made, claimed] :
       {std::pair("none", "1"), {"1", "none"}, {"2", "1"}, {"0", "1"}, {"none", "63"}}) {
    const auto verdict = judged(made, claimed);
    ASSERT_EQ(findings(verdict), "zero-row") << made << ' ' << claimed;
    EXPECT_EQ(verdict.findings[0].parameters.at("position"), made);
    EXPECT_EQ(verdict.findings[0].parameters.at("claimed"), claimed);
    EXPECT_EQ(verdict.findings[0].match, 1);
  }
}

/// Relative positions upwards where they were meant downwards, and the reverse.
TEST(Fault, RowsTheOtherWayRoundAreNamed) {
  for (const char* text : {"transformer-xl dim=32", "fairseq dim=32", "espnet dim=32 origin=1/3"}) {
    for (const char* range : {"0:50", "49:-1:-1", "25:-26:-1", "1000:2000:7"}) {
      const Program p = program_of(text, Positions::parse(range));
      Program reversed = p;
      reversed.positions.first = p.positions[p.positions.count - 1];
      reversed.positions.step = -p.positions.step;
      EXPECT_EQ(findings(verdict_on(rows_of(reversed), question_about(p))), "rows-reversed")
          << text << ' ' << range;
    }
  }
}

/// Positions that are float32 numbers, such as timesteps: what a program makes of them passes, with
/// a scale too, and is held to its bound.
TEST(Timesteps, OfFloat32PassFull) {
  std::vector<Position> steps;
  for (int i = 0; i < 64; ++i) {
    const float t = 999.0F * static_cast<float>(i) / 63.0F;
    steps.push_back(static_cast<Position>(std::ldexp(static_cast<double>(t), 24)));
  }
  const Positions positions = Positions::of(steps, 1 << 24);
  for (const char* text : {"timesteps dim=64", "timesteps dim=64 scale=1000 order=cos-sin shift=0",
                           "timesteps dim=64 scale=1/10 origin=1/2"}) {
    for (const char* recipe : {"log-timescale", "exp-log", "pow-divide", "turns"}) {
      Program p = program_of(text, positions);
      p.recipe = recipe;
      const auto verdict = verdict_on(rows_of(p), question_about(p));
      EXPECT_TRUE(verdict.passes()) << text << ' ' << recipe;
      EXPECT_TRUE(within_bounds(rows_of(p), p, verdict)) << text << ' ' << recipe;
      if (p.recipe != "exp-log") continue;
      EXPECT_EQ(verdict_on(true_rows(p), question_about(p)).grade,
                verify::Grade::correctly_rounded);
      Rows wrong = rows_of(p);
      wrong.at(40, 5) += 0.5F;  // bounds that acceptance are a tenth at most
      EXPECT_FALSE(verdict_on(wrong, question_about(p)).passes()) << text << ' ' << recipe;
    }
  }
}

/// Timesteps rounded to bfloat16 on their way: 988.5 becomes 988.
TEST(Timesteps, RoundedOnTheirWayAreNamed) {
  const Program p = program_of("timesteps dim=64", Positions::parse("900:1000:3/2"));
  Program rounded = p;
  rounded.formats.intermediate.position = kBfloat16;
  const auto verdict = verdict_on(rows_of(rounded), question_about(p));
  ASSERT_EQ(findings(verdict), "position-rounded");
  EXPECT_EQ(verdict.findings[0].parameters.at("format"), "bfloat16");
}

/// A position that is not an integer is a text in JSON, and places are reported as positions, not
/// in parts.
TEST(Timesteps, AreToldAsWhatTheyAre) {
  const Program p = program_of("timesteps dim=8", Positions::parse("0.5:100:1/2"));
  Rows wrong = rows_of(p);
  wrong.at(8, 0) += 0.25F;   // position 4.5
  wrong.at(9, 1) += 0.125F;  // position 5
  const auto verdict = verdict_on(wrong, question_about(p));
  EXPECT_EQ(verdict.positions, "1/2:100:1/2");
  const auto json = verify::to_json(verdict);
  EXPECT_EQ(json["worst"]["position"], "9/2");
  EXPECT_NE(verify::to_words(verdict, "t").find("at position 4.5, channel 0"), std::string::npos);
  ASSERT_EQ(findings(verdict), "corrupt-entry");
  EXPECT_EQ(verdict.findings[0].parameters.places()[0].at("position"), "9/2");
  EXPECT_EQ(verdict.findings[0].parameters.places()[1].at("position"), "5");

  Program further = p;
  further.positions = Positions::parse("1.5:101:1/2");
  const Program reversed = further;
  const auto offset = verdict_on(rows_of(further), question_about(p));
  ASSERT_EQ(findings(offset), "position-offset");
  EXPECT_EQ(offset.findings[0].parameters.at("offset"), 1);
  further.positions = Positions::parse("1:100.5:1/2");
  const auto half = verdict_on(rows_of(further), question_about(p));
  ASSERT_EQ(findings(half), "position-offset");
  EXPECT_EQ(half.findings[0].parameters.at("offset"), "1/2");
  // One position off is one, however it is counted.  The worst entry is of the pair that turns a
  // radian a position, and a pair of entries that are each off by 2⁻²⁵ is off by √2 of it.
  const auto whole = verify::to_json(verdict_on(true_rows(reversed), question_about(p)));
  EXPECT_NEAR(whole["worst"]["positions_off"].get<double>(), 1, 0x1p-24);
}

/// Every candidate counts the parts that the claim does.
TEST(Timesteps, ExplainFaultsOfContextsToo) {
  Program p = program_of("rope dim=32 scaling=linear factor=4", Positions::parse("0:64:1/2"));
  Program plain = p;
  plain.encoding = read_encoding("rope dim=32");
  EXPECT_EQ(findings(verdict_on(rows_of(plain), question_about(p))), "scaling-missing");
}

TEST(Timesteps, AreNotGuessedAt) {
  auto question = question_about(program_of("timesteps dim=8", Positions::parse("0:4:1/2")));
  question.encoding = {};
  EXPECT_THROW((void)verdict_on(rows_of(program("exp-log", kFloat32, kFloat32, 0, 8)), question),
               Error);
}

}  // namespace
}  // namespace sextant
