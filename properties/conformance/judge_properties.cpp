#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/answers.hpp"
#include "sextant/conformance/case_text.hpp"
#include "sextant/conformance/judge.hpp"
#include "sextant/encoding/real/error.hpp"

namespace sextant::conformance {
namespace {

using testing::HasSubstr;
using verify::Grade;

TestRequest small() { return about(Sinusoidal{.dim = 8}, "0:100", kFloat32); }

double next_up(double x) {
  return static_cast<double>(std::nextafter(static_cast<float>(x), 2.0F));
}

TEST(Judge, TellsRightFromWrong) {
  const Cases cases(small());
  const Program right = rightly(cases);
  EXPECT_EQ(judged(small(), joined(answers(cases, right))).verdict.grade, Grade::correctly_rounded);
  const auto wrong = [&](const Case& asked) { return right(asked) * -1; };
  const Judgement verdict = judged(small(), joined(answers(cases, wrong)));
  EXPECT_EQ(verdict.verdict.grade, Grade::unexplained);
  EXPECT_FALSE(verdict.passes());
  EXPECT_EQ(verdict.answered(), cases.count());
}

/// One number next to a right one is enough, and it is shown where it stands.
TEST(Judge, SeesOneMisroundedAnswer) {
  const Cases cases(small());
  const Program right = rightly(cases);
  const Case odd = cases[cases.count() - 3];
  const auto nearly = [&](const Case& asked) {
    const double value = right(asked);
    return asked == odd ? next_up(value) : value;
  };
  std::vector<std::string> lines = answers(cases, right);
  lines[lines.size() - 3] = line_of(kFloat32, odd, nearly(odd));
  JudgeTerms terms;
  terms.required = Grade::correctly_rounded;
  const Judgement verdict = judged(small(), joined(lines), terms);
  EXPECT_EQ(verdict.verdict.statistics.misrounded, 1U);
  EXPECT_GE(verdict.verdict.grade, Grade::faithful);
  EXPECT_FALSE(verdict.passes());
  EXPECT_EQ(verdict.verdict.statistics.steps.witness.position, odd.position);
  EXPECT_EQ(verdict.verdict.statistics.steps.witness.channel, odd.channel);
}

/// Beside the hardest ties both neighbours are faithful.
TEST(Judge, GradesFaithfulAnswersSo) {
  const Cases cases(small());
  const Program right = rightly(cases);
  const auto other = [&](const Case& asked) {
    const double value = right(asked);
    for (const double near : {next_up(value), -next_up(-value)}) {
      const Channel& channel = cases.oracle().chart().channels[asked.channel];
      const measure::ErrorMeter meter(cases.oracle(), kFloat32);
      const auto ball = cases.oracle().ball(asked.position, channel);
      if (meter.entry(asked.position, channel, ball, near).faithful) return near;
    }
    return value;
  };
  const Judgement verdict = judged(small(), joined(answers(cases, other)));
  EXPECT_EQ(verdict.verdict.grade, Grade::faithful);
  EXPECT_GT(verdict.verdict.statistics.misrounded, 700U);
}

/// However the bytes are cut, the verdict is the same.
TEST(Judge, DoesNotMindHowBytesCome) {
  const Cases cases(small());
  const Program right = rightly(cases);
  const auto nearly = [&](const Case& asked) {
    return asked.position % 7 == 3 ? next_up(right(asked)) : right(asked);
  };
  std::string text = "# a comment\n" + cases.header() + "\r\n" + joined(answers(cases, nearly));
  const auto want = to_json(judged(small(), text));
  EXPECT_GT(want["misrounded"], 50);
  for (const std::size_t piece : {1, 7, 1000}) {
    Judge judge(small(), {});
    for (std::size_t at = 0; at < text.size(); at += piece)
      judge.feed(std::string_view(text).substr(at, piece));
    EXPECT_EQ(to_json(judge.finish()), want) << piece;
  }
}

TEST(Judge, WantsEveryAnswer) {
  const Cases cases(small());
  const auto lines = answers(cases, rightly(cases));
  const std::string all = joined(lines), count = std::to_string(lines.size());
  EXPECT_EQ(complaint(small(), all), "");
  EXPECT_EQ(complaint(small(), ""), "there are no answers to the " + count + " cases");
  EXPECT_EQ(complaint(small(), cases.header() + "\n"),
            "there are no answers to the " + count + " cases");
  EXPECT_EQ(complaint(small(), joined({lines.begin(), lines.begin() + 40})),
            "the answers end after 40 of " + count + " cases");
  EXPECT_EQ(
      complaint(small(), all.substr(0, all.size() - lines.back().size())),
      "the answers end after " + std::to_string(lines.size() - 1) + " of " + count + " cases");
  // A value that is cut off is another value.
  EXPECT_EQ(complaint(small(), all.substr(0, all.size() - 3)), "line " + count + " is cut off");
  EXPECT_EQ(complaint(small(), all.substr(0, all.size() - 1)), "line " + count + " is cut off");
  EXPECT_EQ(complaint(small(), all + lines.back()), "line " + std::to_string(lines.size() + 1) +
                                                        " is one too many: all " + count +
                                                        " cases were answered before it");
}

TEST(Judge, NamesTheLineThatDisturbsTheOrder) {
  const Cases cases(small());
  const auto lines = answers(cases, rightly(cases));
  const auto said = [&](const std::function<void(std::vector<std::string>&)>& change) {
    std::vector<std::string> changed = lines;
    change(changed);
    return complaint(small(), "# comment\n" + joined(changed));
  };
  const auto at = [&](std::size_t k) {
    return "position " + to_text(cases[k].position) + ", channel " +
           std::to_string(cases[k].channel);
  };
  EXPECT_EQ(said([](auto& v) { v.erase(v.begin() + 10); }),
            "line 12 answers " + at(11) + ", and 1 answer before it is missing, first " + at(10));
  EXPECT_EQ(said([](auto& v) { v.erase(v.begin(), v.begin() + 30); }),
            "line 2 answers " + at(30) + ", and 30 answers before it are missing, first " + at(0));
  EXPECT_EQ(said([](auto& v) { std::swap(v[20], v[21]); }), "line 22 is out of order: it answers " +
                                                                at(21) + ", before " + at(20) +
                                                                ", which comes on line 23");
  EXPECT_EQ(said([](auto& v) { std::rotate(v.begin() + 5, v.begin() + 6, v.begin() + 50); }),
            "line 7 is out of order: it answers " + at(6) + ", before " + at(5) +
                ", which comes on line 51");
  EXPECT_EQ(said([](auto& v) { v.insert(v.begin() + 8, v[7]); }),
            "line 10 answers " + at(7) + " again, where " + at(8) + " is next");
  EXPECT_EQ(said([](auto& v) { v[3] = "5000 0 0x0\n"; }),
            "line 5 answers position 5000, channel 0, where " + at(3) + " is next");
}

TEST(Judge, NamesTheLineThatIsNoAnswer) {
  const Cases cases(small());
  auto lines = answers(cases, rightly(cases));
  const auto said = [&](const std::string& line) {
    auto changed = lines;
    changed[4] = line + "\n";
    return complaint(small(), joined(changed));
  };
  EXPECT_THAT(said(""), HasSubstr("line 5: '' is no answer"));
  EXPECT_THAT(said("\x01\xff"), HasSubstr("line 5: "));
  EXPECT_THAT(said("1 2 0x00000000 3"), HasSubstr("line 5: "));
  EXPECT_THAT(said(std::string(50000, '7')), HasSubstr("line 5"));
  const std::string start = to_text(cases[4].position) + " " + std::to_string(cases[4].channel);
  EXPECT_THAT(said(start + " 0.100000012"),
              HasSubstr("line 5: '0.100000012' is no number of float32"));
  EXPECT_EQ(said(start + " 0x0"), "");
  Judge endless(small(), {});
  EXPECT_THROW(
      {
        for (int k = 0; k < 1000; ++k) endless.feed(std::string(1000, 'x'));
      },
      Error);
}

/// A comment of sextant cases about something else.
TEST(Judge, IsAskedAboutTheSameCases) {
  const Cases cases(small());
  const std::string text = joined(answers(cases, rightly(cases)));
  EXPECT_EQ(complaint(small(), cases.header() + "\n" + text), "");
  EXPECT_EQ(complaint(small(), "# anything\n" + text), "");
  for (const auto& change : std::vector<std::function<void(TestRequest&)>>{
           [](TestRequest& e) { e.seed = 2; }, [](TestRequest& e) { e.level = Level::thorough; },
           [](TestRequest& e) { e.format = kBfloat16; }, [](TestRequest& e) { e.forever = true; },
           [](TestRequest& e) { e.positions.count = 101; },
           [](TestRequest& e) { e.encoding = Sinusoidal{.dim = 8, .base = 500}; }}) {
    TestRequest other = small();
    change(other);
    EXPECT_THAT(complaint(small(), Cases(other).header() + "\n" + text),
                HasSubstr("line 1 says 'sextant cases"));
  }
}

TEST(Judge, OfAnswersWithoutEndWantsThoseOfTheLevel) {
  TestRequest asked = small();
  asked.forever = true;
  const Cases cases(asked);
  const auto lines = answers(cases, rightly(cases), cases.count() + 5000);
  const Judgement all = judged(asked, joined(lines));
  EXPECT_TRUE(all.passes());
  EXPECT_EQ(all.answered(), cases.count() + 5000);
  EXPECT_EQ(complaint(asked, joined({lines.begin(), lines.begin() + 100})),
            "the answers end after 100 of " + std::to_string(cases.count()) + " cases");
}

/// An interruption ends the answers anywhere; fewer than all pass nothing.
TEST(Judge, HasAVerdictSoFar) {
  const Cases cases(small());
  const std::string text = joined(answers(cases, rightly(cases)));
  Judge part(small(), {});
  part.feed(text.substr(0, 1000));
  const Judgement some = part.finish(true);
  EXPECT_EQ(some.verdict.grade, Grade::correctly_rounded);
  EXPECT_GT(some.answered(), 30U);
  EXPECT_FALSE(some.complete());
  EXPECT_FALSE(some.passes());
  EXPECT_EQ(to_json(some)["passes"], false);
  EXPECT_THAT(to_words(some), HasSubstr("correctly-rounded (so far)"));
  Judge whole(small(), {});
  whole.feed(text);
  EXPECT_TRUE(whole.finish(true).passes());
  EXPECT_FALSE(Judge(small(), {}).finish(true).passes());
}

TEST(Judge, CountsWhatIsNotFiniteApart) {
  const Cases cases(small());
  const Program right = rightly(cases);
  std::vector<std::string> lines = answers(cases, right);
  lines[100] = line_of(kFloat32, cases[100], std::nan(""));
  lines[200] = line_of(kFloat32, cases[200], INFINITY);
  const Judgement verdict = judged(small(), joined(lines));
  EXPECT_EQ(verdict.verdict.statistics.non_finite, 2U);
  const auto row = [&](std::size_t k) { return std::pair(cases[k].row, cases[k].channel); };
  const measure::Witness& first = *verdict.verdict.statistics.first_non_finite;
  EXPECT_EQ(std::pair(first.row, first.channel), std::min(row(100), row(200)));
  EXPECT_EQ(verdict.verdict.grade, Grade::unexplained);
  EXPECT_FALSE(verdict.passes());
}

TEST(Judge, ReadsRecords) {
  const Cases cases(small());
  const Program right = rightly(cases);
  std::string bytes;
  for (std::uint64_t k = 0; k < cases.count(); ++k) {
    append_record(cases[k], bytes);
    const std::uint64_t pattern = bits_of(kFloat32, right(cases[k]));
    for (int byte = 0; byte < 8; ++byte) bytes += static_cast<char>(pattern >> 8 * byte & 0xff);
  }
  const JudgeTerms terms{.binary = true, .computed_in = {}};
  EXPECT_EQ(to_json(judged(small(), bytes, terms)),
            to_json(judged(small(), joined(answers(cases, right)))));
  EXPECT_EQ(complaint(small(), bytes.substr(0, bytes.size() - 1), terms),
            "record " + std::to_string(cases.count()) + " is cut off");
  std::string garbage = bytes;
  garbage[3 * kAnswerBytes + 22] = 1;
  EXPECT_THAT(complaint(small(), garbage, terms), HasSubstr("record 4: 0x"));
}

}  // namespace
}  // namespace sextant::conformance
