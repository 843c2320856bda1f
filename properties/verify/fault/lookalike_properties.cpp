#include <algorithm>

#include <gtest/gtest.h>

#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/encoding/text/model.hpp"
#include "verify/verify_programs.hpp"

namespace sextant {
namespace {

/// Some rows of a plain rotary encoding's cosines.
Program plain() {
  return {.recipe = "pow-reciprocal",
          .encoding = Rotary{.base = 500000},
          .part = Part::cos,
          .formats = {kFloat32, kFloat32, {}},
          .positions = Positions::from(4096, 16)};
}

bool says(const verify::Verdict& verdict, const std::string& words) {
  return std::any_of(verdict.warnings.begin(), verdict.warnings.end(),
                     [&](const std::string& w) { return w.find(words) != std::string::npos; });
}

/// A model's table is not that of its base alone, and its name is what a reader lacks.
TEST(Lookalike, IsTheModelWhoseScalingWasLeftOutFull) {
  Program claimed = plain();
  claimed.encoding = Rotary{.dim = 96};
  Program made = claimed;
  made.encoding = read_encoding(std::string(model("phi-3.5-mini").encoding));
  const auto verdict = verdict_on(rows_of(made), question_about(claimed));
  EXPECT_EQ(verdict.grade, verify::Grade::unexplained);
  EXPECT_TRUE(says(verdict, "the table is --model phi-3.5-mini's"));
}

TEST(Lookalike, IsNoneOfNoiseFull) {
  Rows rows = rows_of(plain());
  for (std::size_t k = 0; k < rows.values.size(); k += 3) rows.values[k] = 0.5;
  const auto verdict = verdict_on(rows, question_about(plain()));
  EXPECT_EQ(verdict.grade, verify::Grade::unexplained);
  EXPECT_FALSE(says(verdict, "--model"));
}

}  // namespace
}  // namespace sextant
