#include <gtest/gtest.h>

#include "draw/patterns.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/tensor/npy.hpp"
#include "sextant/verify/verdict/verdict_words.hpp"
#include "tensor/npy_files.hpp"
#include "verify/verify_programs.hpp"

namespace sextant {
namespace {

using verify::Grade;

Program plain(const Format& store) {
  return {.encoding = Sinusoidal{.dim = 16},
          .part = Part::table,
          .formats = {store == kFloat64 ? kFloat64 : kFloat32, store, {}},
          .positions = {500, 32, 1}};
}

/// Rounded percentages would hide the few entries that are not like the others.
TEST(Percent, IsWholeOnlyWhereAllAre) {
  EXPECT_EQ(verify::percent_words(1), "100.00 %");
  EXPECT_EQ(verify::percent_words(1 - 1e-9), "99.99 %");
  EXPECT_EQ(verify::percent_words(0.61524), "61.52 %");
  EXPECT_EQ(verify::percent_words(1e-9), "under 0.01 %");
  EXPECT_EQ(verify::percent_words(0), "0.00 %");
}

/// A limit below half an ulp just below 1 cannot be met by rounded numbers.
TEST(Limit, SaysWhatRoundingAloneErrsBy) {
  const Program p = plain(kBfloat16);
  auto question = question_about(p);
  for (const double limit : {1e-5, 0x1p-9}) {
    question.limits.max_error = limit;
    const std::string text = verify::to_words(verdict_on(true_rows(p), question), "t");
    const bool said = text.find("allow at least that") != std::string::npos;
    EXPECT_EQ(said, limit < 0x1p-9) << text;
  }
}

/// From the best down: the truth, its other neighbour, a recipe, a fault, nothing known.
TEST(Grade, FollowsWhatTheEntriesAre) {
  for (const Format& format : draw::hardware_formats()) {
    const Program p = plain(format);
    const auto question = question_about(p);
    EXPECT_EQ(verdict_on(true_rows(p), question).grade, Grade::correctly_rounded) << format;

    Rows faithful = true_rows(p);
    const exact::Oracle oracle(p.chart());
    for (std::uint64_t row = 0; row < faithful.count(); ++row) {
      double& value = faithful.at(row, 3);
      const auto truth = exact::near(oracle.ball(p.positions[row], oracle.chart().channels[3]));
      const bool below = (value - truth.high) - truth.low < 0;
      const Bits bits = encode(format, from_double(value));
      value = to_double(decode(format, below == (value > 0) ? bits + 1 : bits - 1));
    }
    EXPECT_EQ(verdict_on(faithful, question).grade, Grade::faithful) << format;
  }
  const Program p = plain(kFloat32);
  EXPECT_EQ(verdict_on(rows_of(p), question_about(p)).grade, Grade::rounding);
  Rows rows = rows_of(p);
  for (std::size_t k = 0; k < rows.values.size(); ++k)
    rows.values[k] = std::fmod(0.37 * static_cast<double>(k * k), 1.0);
  EXPECT_EQ(verdict_on(rows, question_about(p)).grade, Grade::unexplained);
}

/// --require sets the worst grade that passes.
TEST(Grade, PassesFromTheRequiredOneUp) {
  const Program p = plain(kFloat32);
  auto question = question_about(p);
  Program shifted = p;
  shifted.positions.first += 1;
  const std::vector<std::pair<Grade, Rows>> tables = {{Grade::correctly_rounded, true_rows(p)},
                                                      {Grade::rounding, rows_of(p)},
                                                      {Grade::explained, rows_of(shifted)}};
  for (const auto& [grade, rows] : tables) {
    for (const Grade required : {Grade::correctly_rounded, Grade::faithful, Grade::rounding,
                                 Grade::explained, Grade::unexplained}) {
      question.required = required;
      EXPECT_EQ(verdict_on(rows, question).passes(), grade <= required)
          << verify::word(grade) << " for " << verify::word(required);
    }
  }
}

TEST(Grade, IsReadAsItIsWritten) {
  for (const Grade grade : {Grade::correctly_rounded, Grade::faithful, Grade::rounding,
                            Grade::explained, Grade::unexplained})
    EXPECT_EQ(verify::read_grade(verify::word(grade)), grade);
  EXPECT_THROW(verify::read_grade("perfect"), Error);
}

/// A file of the data folder, with what is known of it.
struct Known {
  const char* file;
  Encoding encoding;
  Part part;
  Position first;
  Grade grade;
  const char* recipe;       ///< "": none reproduces it
  const char* accepted_by;  ///< "": none
  const char* findings;
};

std::ostream& operator<<(std::ostream& out, const Known& known) { return out << known.file; }

class RealTable : public testing::TestWithParam<Known> {};

TEST_P(RealTable, IsJudgedAsRecorded) {
  const Known& known = GetParam();
  const std::string path = std::string(SEXTANT_DATA_DIR) + "/" + known.file;
  const bool patterns = path.find("bf16") != std::string::npos && path.find("fault") == path.npos;
  verify::Question question;
  question.encoding = known.encoding;
  question.dim_given = true;
  question.part = known.part;
  question.first = known.first;
  const auto verdict =
      verify::verify(open_npy(path, patterns ? std::optional(kBfloat16) : std::nullopt), question);
  EXPECT_EQ(verify::word(verdict.grade), verify::word(known.grade));
  EXPECT_EQ(verdict.recipe.value_or(""), known.recipe);
  EXPECT_EQ(verdict.accepted_by ? verdict.accepted_by->recipe : "", known.accepted_by);
  EXPECT_EQ(findings(verdict), known.findings);
  EXPECT_LT(verdict.accepted_by ? verdict.accepted_by->margin.fraction : 0, 1);
}

const Encoding kD96 = Sinusoidal{.dim = 96};
const Encoding kD256 = Sinusoidal{.dim = 256};
const Encoding kLlama = Rotary{.dim = 128, .base = 500000};

INSTANTIATE_TEST_SUITE_P(
    Data, RealTable,
    testing::Values(
        Known{"exp_log_f32_d96_p0.npy", kD96, Part::table, 0, Grade::rounding, "", "exp-log", ""},
        Known{"exp_log_f32_d96_p4096.npy", kD96, Part::table, 4096, Grade::rounding, "", "exp-log",
              ""},
        Known{"exp_log_f32_d96_p131072.npy", kD96, Part::table, 131072, Grade::rounding, "",
              "exp-log", ""},
        Known{"exp_log_f32_d96_p1000000.npy", kD96, Part::table, 1000000, Grade::rounding, "",
              "exp-log", ""},
        Known{"exp_log_f32_d256_p0.npy", kD256, Part::table, 0, Grade::rounding, "", "exp-log", ""},
        Known{"exp_log_f32_d256_p4096.npy", kD256, Part::table, 4096, Grade::rounding, "",
              "exp-log", ""},
        Known{"exp_log_f32_d256_p131072.npy", kD256, Part::table, 131072, Grade::rounding, "",
              "exp-log", ""},
        Known{"exp_log_f32_d256_p1000000.npy", kD256, Part::table, 1000000, Grade::rounding, "",
              "exp-log", ""},
        Known{"exp_log_f64_d96_p1000000.npy", kD96, Part::table, 1000000, Grade::rounding, "",
              "exp-log", ""},
        Known{"exp_log_f32_to_f16_d96_p4096.npy", kD96, Part::table, 4096, Grade::rounding, "",
              "exp-log", ""},
        Known{"exp_log_f32_to_bf16_d96_p4096.npy", kD96, Part::table, 4096, Grade::rounding, "",
              "exp-log", ""},
        Known{"pow_divide_f64_d96_p0.npy", kD96, Part::table, 0, Grade::rounding, "pow-divide",
              "pow-divide", ""},
        Known{"llama3_cos_f32_p0.npy", kLlama, Part::cos, 0, Grade::rounding, "", "pow-reciprocal",
              ""},
        Known{"llama3_cos_f32_p8064.npy", kLlama, Part::cos, 8064, Grade::rounding, "",
              "pow-reciprocal", ""},
        Known{"llama3_sin_f32_p0.npy", kLlama, Part::sin, 0, Grade::rounding, "", "pow-reciprocal",
              ""},
        Known{"llama3_sin_f32_p8064.npy", kLlama, Part::sin, 8064, Grade::rounding, "",
              "pow-reciprocal", ""},
        Known{"llama3_cos_bf16_p8064.npy", kLlama, Part::cos, 8064, Grade::rounding,
              "pow-reciprocal", "pow-reciprocal", ""},
        Known{"llama3_inv_freq_f32.npy", kLlama, Part::inv_freq, 0, Grade::rounding, "pow-divide",
              "pow-divide", ""},
        Known{"fault_frequency_rounded_bf16_cos_p4000.npy", kLlama, Part::cos, 4000,
              Grade::explained, "", "", "frequency-rounded"},
        Known{"fault_position_rounded_bf16_cos_p4000.npy", kLlama, Part::cos, 4000,
              Grade::explained, "", "", "position-rounded"},
        Known{"fault_position_offset_f32_d96_p0.npy", kD96, Part::table, 0, Grade::explained, "",
              "", "position-offset"}),
    [](const auto& instance) {
      std::string name = instance.param.file;
      std::replace(name.begin(), name.end(), '.', '_');
      return name;
    });

}  // namespace
}  // namespace sextant
