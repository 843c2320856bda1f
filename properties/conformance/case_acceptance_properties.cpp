#include <cmath>

#include <gtest/gtest.h>

#include "conformance/answers.hpp"
#include "sextant/conformance/case_acceptance.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/exact/evaluate.hpp"

namespace sextant::conformance {
namespace {

using verify::Grade;

/// What a recipe makes of an entry.
Program by_recipe(const Cases& cases, const std::string& recipe,
                  const recipe::ComputeFormats& formats) {
  const TestRequest& asked = cases.request();
  const std::shared_ptr<recipe::Recipe> made =
      recipe::make(recipe, cases.oracle().chart(), formats, asked.positions);
  const std::size_t width = cases.oracle().chart().width();
  return [made, width](const Case& one) {
    std::vector<double> row(width);
    made->row(one.row, row);
    return row[one.channel];
  };
}

Judgement of_recipe(const TestRequest& asked, const std::string& recipe,
                    const recipe::ComputeFormats& formats, const JudgeTerms& terms = {}) {
  const Cases cases(asked);
  return judged(asked, joined(answers(cases, by_recipe(cases, recipe, formats))), terms);
}

/// Entries alone are accepted as tables are: what a sound recipe computes is, what an unsound one
/// does is not, near 0 and where float32 has lost the position.
TEST(CaseAcceptance, CoverWhatSoundRecipesCompute) {
  for (const std::string first : {"0", "1e6"}) {
    const TestRequest asked =
        about(Sinusoidal{.dim = 16}, first + ":" + (first == "0" ? "200" : "1000200"), kFloat32);
    for (const std::string name : {"exp-log", "pow-divide", "turns"}) {
      const Judgement verdict = of_recipe(asked, name, {});
      ASSERT_TRUE(verdict.verdict.accepted_by) << name << first;
      EXPECT_EQ(verdict.verdict.grade, Grade::rounding) << name << first;
      EXPECT_LE(verdict.verdict.accepted_by->margin.fraction, 1);
      EXPECT_EQ(verdict.verdict.accepted_by->computed_in, kFloat32) << name;
    }
    const Judgement unsound = of_recipe(asked, "quarter-turn-cosine", {});
    EXPECT_EQ(unsound.verdict.grade, Grade::unexplained) << first;
  }
}

/// Beyond a bound that proves something, a column's entries agree on one frequency or are not
/// accepted.
TEST(CaseAcceptance, ByReproductionTakeOneFrequencyAColumn) {
  const TestRequest asked = about(Sinusoidal{.dim = 16}, "1e7:10000200", kFloat32);
  const Judgement sound = of_recipe(asked, "exp-log", {});
  ASSERT_TRUE(sound.verdict.accepted_by);
  EXPECT_TRUE(sound.verdict.accepted_by->by_same_arithmetic);
  const Cases cases(asked);
  const Program made = by_recipe(cases, "exp-log", {});
  const auto noisy = [&](const Case& one) {
    return one.row % 64 == 63 && one.channel < 4 ? made(one) * 0.5 : made(one);
  };
  EXPECT_EQ(judged(asked, joined(answers(cases, noisy))).verdict.grade, Grade::unexplained);
}

/// The same however they come: a piece of them by one frequency of a library's, the rest by
/// another.
TEST(CaseAcceptance, ByReproductionTakeOneFrequencyForAllPieces) {
  const TestRequest asked = about(Sinusoidal{.dim = 16}, "1e7:10000200", kFloat32);
  const Cases cases(asked);
  const auto recipe = recipe::make("exp-log", cases.oracle().chart(), {}, asked.positions);
  const Program made = by_recipe(cases, "exp-log", {});
  const std::vector<double> factors = recipe->candidates(1);
  ASSERT_GT(factors.size(), 1U);
  for (const bool two : {false, true}) {
    Judge judge(asked, {});
    for (std::uint64_t k = 0; k < cases.count(); ++k) {
      const Case one = cases[k];
      const double factor = two && k > cases.count() / 2 ? factors.back() : factors.front();
      const auto angle = static_cast<float>(recipe->angle(one.row, factor));
      const float turned = one.channel == 2 ? std::sin(angle) : std::cos(angle);
      const bool second = one.channel == 2 || one.channel == 3;
      judge.feed(line_of(kFloat32, one, second ? static_cast<double>(turned) : made(one)));
    }
    EXPECT_EQ(judge.finish().verdict.grade, two ? Grade::unexplained : Grade::rounding) << two;
  }
}

/// A table computed in float64 is accepted by default as such, and not as float32.
TEST(CaseAcceptance, SayWhatWasComputedIn) {
  const TestRequest asked = about(Sinusoidal{.dim = 16}, "2^40:1099511627976", kFloat32);
  const recipe::ComputeFormats wide{kFloat64, kFloat32, {}};
  const Judgement assumed = of_recipe(asked, "exp-log", wide);
  ASSERT_EQ(assumed.verdict.grade, Grade::rounding);
  EXPECT_EQ(assumed.verdict.accepted_by->computed_in, kFloat64);
  JudgeTerms terms;
  terms.computed_in = kFloat64;
  EXPECT_EQ(of_recipe(asked, "exp-log", wide, terms).verdict.grade, Grade::rounding);
  terms.computed_in = kFloat32;
  const Judgement narrow = of_recipe(asked, "exp-log", wide, terms);
  if (narrow.verdict.accepted_by) {
    EXPECT_EQ(narrow.verdict.accepted_by->recipe, "float64-angle");
  }
  terms.computed_in = kFloat32;
  TestRequest other = asked;
  other.format = kFloat64;
  EXPECT_THROW(judged(other, "", terms), Error);
}

/// One entry outside is enough, wherever it stands.
TEST(CaseAcceptance, AreLostByOneEntry) {
  const TestRequest asked = about(Sinusoidal{.dim = 16}, "0:200", kFloat32);
  const Cases cases(asked);
  const Program made = by_recipe(cases, "exp-log", {});
  for (const std::uint64_t at : {std::uint64_t{0}, cases.count() / 2, cases.count() - 1}) {
    auto lines = answers(cases, made);
    lines[at] = line_of(kFloat32, cases[at], made(cases[at]) + 0.01F);
    EXPECT_EQ(judged(asked, joined(lines)).verdict.grade, Grade::unexplained) << at;
  }
}

}  // namespace
}  // namespace sextant::conformance
