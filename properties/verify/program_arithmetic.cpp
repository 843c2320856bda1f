#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include <gtest/gtest.h>

#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/encoding/text/model.hpp"
#include "verify/verify_programs.hpp"

/// Programs with encodings of one coordinate, in float32 and in their own steps.
namespace sextant {
namespace {

using verify::Grade;

/// A program's own steps, up to the number that it stores in float32.
struct Arithmetic {
  std::string encoding;
  Part part;
  const char* recipe;  ///< that makes the same bits; nullptr if none must
  std::function<float(float position, int column)> entry;
  const char* positions = "0:2048";
};

float of(float angle, bool sine) { return sine ? std::sin(angle) : std::cos(angle); }

// Timesteps.

/// exp(-log(max_period) * arange(half) / (half - shift)); t times it, times scale: diffusers, ADM.
Arithmetic timesteps(const std::string& fields, float shift, float scale, bool flipped,
                     const char* positions) {
  return {"timesteps dim=320 " + fields, Part::table, scale == 1 ? "exp-of-quotient" : nullptr,
          [=](float t, int column) {
            const float exponent = static_cast<float>(-std::log(10000.0)) *
                                   static_cast<float>(column % 160) / (160.0F - shift);
            return of(scale * (t * std::exp(exponent)), (column < 160) != flipped);
          },
          positions};
}

/// emb = log(10000) / (half - 1) in Python; exp(arange(half) * -emb): DDPM.
float ddpm(float t, int column) {
  const double emb = std::log(10000.0) / (160 - 1);
  return of(t * std::exp(static_cast<float>(column % 160) * static_cast<float>(-emb)),
            column < 160);
}

// Context scalings.

/// 1 / base ** (arange(0, d, 2) / d).
float inverse(double base, int pair, int dim) {
  return 1.0F /
         std::pow(static_cast<float>(base), static_cast<float>(2 * pair) / static_cast<float>(dim));
}

/// YaRN with beta 32 and 1.
struct Yarn {
  double base, factor, original;
  int dim;
  double mscale = 1;  ///< factor of cosines
};

double correction_dim(const Yarn& y, double rotations) {
  return y.dim * std::log(y.original / (rotations * 2 * M_PI)) / (2 * std::log(y.base));
}

/// inv_freq of transformers and vLLM.
float yarn_frequency(const Yarn& y, int pair) {
  const auto low = static_cast<float>(std::max(std::floor(correction_dim(y, 32)), 0.0));
  const auto high =
      static_cast<float>(std::min(std::ceil(correction_dim(y, 1)), static_cast<double>(y.dim - 1)));
  const float stretched = std::pow(static_cast<float>(y.base),
                                   static_cast<float>(2 * pair) / static_cast<float>(y.dim));
  const float ramp = std::clamp((static_cast<float>(pair) - low) / (high - low), 0.0F, 1.0F);
  const float extrapolated = 1.0F - ramp;
  return 1.0F / (static_cast<float>(y.factor) * stretched) * (1.0F - extrapolated) +
         1.0F / stretched * extrapolated;
}

Arithmetic yarn(const std::string& encoding, const Yarn& y) {
  return {encoding, Part::cos, "pow-reciprocal", [=](float position, int pair) {
            return std::cos(position * yarn_frequency(y, pair)) * static_cast<float>(y.mscale);
          }};
}

/// vLLM's NTKScalingRotaryEmbedding of 64 channels with mixed_b 0.625, and without.
float ntk_mixed(float position, int pair) {
  const double a = std::log(4.0) / std::pow(64 / 2.0, 0.625);
  const float lambda =
      std::exp(static_cast<float>(a) * std::pow(static_cast<float>(pair + 1), 0.625F));
  return std::cos(position * (inverse(10000, pair, 64) / lambda));
}
float ntk_fixed(float position, int pair) {
  const auto last = static_cast<float>(std::pow(4.0, 2.0 / 64));
  return std::cos(position * (inverse(10000 * 4.0, pair, 64) / last));
}

std::vector<Arithmetic> programs() {
  const std::string telechat =
      "rope dim=128 base=1000000 scaling=yarn factor=4 original-context=8192 "
      "mscale-coefficient=7/100";
  return {timesteps("order=cos-sin shift=0", 0, 1, true, "0:1000"),
          timesteps("shift=1 scale=1000", 1, 1000, false, "0:1:1/1024"),
          timesteps("shift=1", 1, 1, false, "0:1000"),
          {"ddpm dim=320", Part::table, "exp-log", ddpm, "0:1000"},
          yarn(model("deepseek-v4-flash-compress").encoding, {160'000, 16, 65536, 64}),
          yarn(telechat, {1'000'000, 4, 8192, 128, 0.07 * std::log(4.0) + 1}),
          {"rope dim=64 scaling=ntk-mixed factor=4 mixed-b=5/8", Part::cos, nullptr, ntk_mixed},
          {"rope dim=64 scaling=ntk-mixed factor=4", Part::cos, nullptr, ntk_fixed},
          {model("deepseek-v4-flash-main").encoding, Part::cos, "pow-reciprocal",
           [](float position, int pair) { return std::cos(position * inverse(10000, pair, 64)); }}};
}

TEST(ProgramArithmetic, PassesByARecipeFull) {
  for (const Arithmetic& program : programs()) {
    const Program p = {.recipe = "pow-reciprocal",
                       .encoding = read_encoding(program.encoding),
                       .part = program.part,
                       .formats = {kFloat32, kFloat32, {}},
                       .positions = Positions::parse(program.positions)};
    Rows rows{kFloat32, p.chart().width(), {}};
    for (std::uint64_t r = 0; r < p.positions.count; ++r) {
      const auto position = static_cast<float>(static_cast<double>(p.positions[r]) /
                                               static_cast<double>(p.positions.parts));
      for (int column = 0; column < static_cast<int>(rows.columns); ++column)
        rows.values.push_back(static_cast<double>(program.entry(position, column)));
    }
    const auto verdict = verdict_on(rows, question_about(p));
    EXPECT_LE(verdict.grade, Grade::rounding) << program.encoding;
    EXPECT_EQ(findings(verdict), "") << program.encoding;
    if (program.recipe != nullptr) {
      EXPECT_EQ(verdict.recipe.value_or("none"), program.recipe) << program.encoding;
    }
    rows.at(0, 1) += 1e-3;
    EXPECT_GT(verdict_on(rows, question_about(p)).grade, Grade::rounding) << program.encoding;
  }
}

}  // namespace
}  // namespace sextant
