#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/exact/table/table.hpp"
#include "sextant/matches_oracle.hpp"

namespace sextant {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The true table of an encoding, row by row.
template <class T>
std::vector<T> truth(const std::string& text, Part part, const Format& format, Position first,
                     std::uint64_t rows) {
  const exact::ExactTable table(chart(read_encoding(text), part), format,
                                Positions::from(first, rows));
  std::vector<T> numbers(rows * table.row_bytes() / sizeof(T));
  table.write(0, rows, {reinterpret_cast<std::byte*>(numbers.data())});
  return numbers;
}

std::vector<float> sinusoid() {
  return truth<float>("sinusoidal dim=8", Part::table, kFloat32, 0, 6);
}

/// What a matcher says of a table.
template <class T>
std::string explained(const T& table, const MatchesOracle& matcher) {
  testing::StringMatchResultListener listener;
  matcher.MatchAndExplain(table, &listener);
  return listener.str();
}

TEST(Matcher, TakesEveryKindOfTable) {
  const std::vector<float> flat = sinusoid();
  const auto matches = MatchesOracle("sinusoidal dim=8").CorrectlyRounded();
  EXPECT_THAT(flat, matches);
  EXPECT_THAT(std::span(flat), matches);
  EXPECT_THAT((InRows<float>{flat, 8}), matches);
  std::vector<std::vector<float>> rows;
  std::vector<std::array<float, 8>> arrays(6);
  float plain[6][8];
  for (std::size_t i = 0; i < 6; ++i) {
    rows.emplace_back(flat.begin() + 8 * static_cast<std::ptrdiff_t>(i),
                      flat.begin() + 8 * static_cast<std::ptrdiff_t>(i + 1));
    std::copy(rows[i].begin(), rows[i].end(), arrays[i].begin());
    std::copy(rows[i].begin(), rows[i].end(), plain[i]);
  }
  EXPECT_THAT(rows, matches);
  EXPECT_THAT(arrays, matches);
  EXPECT_THAT(plain, matches);
  rows[3][5] = 0.5F;
  EXPECT_THAT(rows, Not(matches));
}

/// A limit decides whatever the grade, and the description names it.
TEST(Matcher, TakesLimits) {
  const std::vector<float> table = sinusoid();
  const MatchesOracle plain("sinusoidal dim=8");
  EXPECT_THAT(table, plain.WithMaxError(0x1p-25).WithMaxPhase(0x1p-23).Strictly());
  EXPECT_THAT(table, Not(plain.WithMaxError(0x1p-30)));
  EXPECT_THAT(table, Not(plain.WithMaxPhase(0x1p-30)));
  EXPECT_THAT(explained(table, plain.WithMaxError(0x1p-30)), HasSubstr("beyond max-error"));
  EXPECT_THAT(table, plain.WithLibrary("glibc"));
  EXPECT_THROW(plain.WithLibrary("gllibc"), Error);
  std::ostringstream said;
  plain.WithLibrary("glibc").WithMaxError(0.5).WithMaxPhase(0.25).Strictly().DescribeTo(&said);
  EXPECT_THAT(said.str(),
              HasSubstr("rounding or better with glibc, off by 0.5 at most, in phase by "
                        "0.25 at most, without a warning"));
}

TEST(Matcher, TakesEveryFormat) {
  const std::string rope = "rope dim=8 base=500000";
  const auto cosines = MatchesOracle(rope).OfPart(Part::cos).FromPosition(70).CorrectlyRounded();
  EXPECT_THAT(truth<double>(rope, Part::cos, kFloat64, 70, 5), cosines);
  const auto brain = truth<std::uint16_t>(rope, Part::cos, kBfloat16, 70, 5);
  EXPECT_THAT(brain, cosines.InFormat(kBfloat16));
  EXPECT_THAT(brain, Not(cosines.InFormat(kFloat16)));
  const auto half = truth<std::int16_t>(rope, Part::cos, kFloat16, 70, 5);
  EXPECT_THAT(half, cosines.InFormat(kFloat16));
  const auto twice = truth<float>(rope, Part::sin_repeated, kFloat32, 70, 5);
  EXPECT_THAT(twice, MatchesOracle(rope).OfPart(Part::sin).FromPosition(70).WithColumns(8));
  const std::vector<std::int64_t> buckets = {4, 3, 2, 1, 0};
  EXPECT_THAT(buckets, MatchesOracle("t5 bidirectional=no")
                           .OfPart(Part::buckets)
                           .FromPosition(-4)
                           .WithColumns(1)
                           .CorrectlyRounded());
}

TEST(Matcher, AsksForAGrade) {
  std::vector<float> table = sinusoid();
  const MatchesOracle matches("sinusoidal dim=8");
  table[9] = std::nextafter(table[9], 2.0F);
  EXPECT_THAT(table, Not(matches.CorrectlyRounded()));
  EXPECT_THAT(table, matches.WithinRounding());
  EXPECT_THAT(table, matches);
  table[9] = std::nextafter(table[9], 2.0F);
  EXPECT_THAT(table, Not(matches.Faithful()));
}

TEST(Matcher, KnowsHowAProgramsRowsGo) {
  std::vector<float> rows;
  for (Position p = 3; p >= 0; --p) {
    const auto one = truth<float>("transformer-xl dim=8", Part::table, kFloat32, p, 1);
    rows.insert(rows.end(), one.begin(), one.end());
  }
  EXPECT_THAT(rows, MatchesOracle("transformer-xl dim=8").CorrectlyRounded());
  EXPECT_THAT(rows, MatchesOracle(read_encoding("transformer-xl dim=8"))
                        .AtPositions(Positions{3, 4, -1})
                        .CorrectlyRounded());
  EXPECT_THAT(rows, Not(MatchesOracle(read_encoding("transformer-xl dim=8"))));
}

/// What is asked, and what is wrong with the table: worst entry, fault and all.
TEST(Matcher, SaysWhatIsWrong) {
  const auto table = truth<float>("rope dim=16", Part::cos, kFloat32, 100, 40);
  const auto matches = MatchesOracle("rope dim=16").OfPart(Part::cos).FromPosition(101);
  const std::string said = explained(table, matches);
  EXPECT_THAT(said, HasSubstr("the table: explained (does not pass)"));
  EXPECT_THAT(said, HasSubstr("position-offset"));
  EXPECT_THAT(said, HasSubstr("worst"));
  EXPECT_EQ(testing::DescribeMatcher<std::vector<float>>(matches.Faithful()),
            "is a table of rope dim=16, part cos, from position 101, faithful or better");
  EXPECT_EQ(testing::DescribeMatcher<std::vector<float>>(Not(matches)),
            "is no table of rope dim=16, part cos, from position 101, rounding or better");
}

TEST(Matcher, FailsATestWithTheDiagnosis) {
  static const auto table = truth<float>("rope dim=16", Part::cos, kFloat32, 100, 40);
  EXPECT_NONFATAL_FAILURE(
      EXPECT_THAT(table, MatchesOracle("rope dim=16").OfPart(Part::cos).FromPosition(101)),
      "fault     position-offset");
  EXPECT_NONFATAL_FAILURE(
      EXPECT_THAT(table, MatchesOracle("rope dim=16").OfPart(Part::cos).FromPosition(101)),
      "is a table of rope dim=16, part cos, from position 101, rounding or better");
}

/// A question that does not fit is neither a match nor its negation.
TEST(Matcher, RefusesWhatCannotBeJudged) {
  const auto refuses = [](const auto& table, const MatchesOracle& matcher,
                          const std::string& words) {
    try {
      (void)testing::Value(table, Not(matcher));
      ADD_FAILURE() << words;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr(words));
    }
  };
  const MatchesOracle matches("sinusoidal dim=8");
  refuses(std::vector<float>(12), matches, "12 numbers are no rows of 8");
  refuses(std::vector<float>(), matches, "0 numbers");
  refuses(std::vector<std::vector<float>>{{1, 2}, {1}}, matches, "rows of 2 numbers and of 1");
  refuses(std::vector<std::vector<float>>(3, std::vector<float>(9)), matches, "9 columns");
  refuses(std::vector<std::uint16_t>(16), matches, "16-bit patterns");
  refuses(std::vector<std::uint16_t>(16), matches.InFormat(kFloat32), "16-bit patterns");
  refuses(std::vector<float>(16), matches.InFormat(kFloat64), "holds float32, not float64");
  refuses(std::vector<float>(16), matches.OfPart(Part::cos), "cos");
  EXPECT_THROW(MatchesOracle("rop dim=8"), Error);
}

}  // namespace
}  // namespace sextant
