#include <cmath>
#include <cstdint>
#include <functional>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/number/round.hpp"
#include "verify/verify_programs.hpp"

namespace sextant {
namespace {

/// Llama 3's rule as a program has it that computes in floats.
struct BandedProgram {
  float factor = 8;
  bool swapped = false;  ///< the bands that are kept and divided
  float original = 4096, low = 1, high = 4;

  float operator()(float omega) const {
    const float wavelength = 2 * std::numbers::pi_v<float> / omega;
    if (wavelength > original / low) return swapped ? omega : omega / factor;
    if (wavelength < original / high) return swapped ? omega / factor : omega;
    float smooth = (original / wavelength - low) / (high - low);
    if (swapped) smooth = 1 - smooth;
    return (1 - smooth) * omega / factor + smooth * omega;
  }
};

Program claimed(const BandedProgram& program) {
  const Rotary e{.dim = 318,
                 .base = 10000,
                 .context = {.scaling = Scaling::llama3,
                             .factor = static_cast<int>(program.factor),
                             .original = 4096}};
  return {.encoding = e,
          .part = Part::sin,
          .formats = {kFloat32, kFloat32, {}},
          .positions = Positions::from(4000, 64)};
}

/// Sines of the rule's frequencies, or of what the rule makes of its own result.
Rows sines(const BandedProgram& program, int times, float off = 1) {
  Rows rows{kFloat32, 159, {}};
  for (int p = 4000; p < 4064; ++p) {
    for (int pair = 0; pair < 159; ++pair) {
      float omega = 1 / std::pow(10000.0F, static_cast<float>(2 * pair) / 318);
      for (int k = 0; k < times; ++k) omega = program(omega);
      rows.values.push_back(std::sin(static_cast<float>(p) * (omega * off)));
    }
  }
  return rows;
}

TEST(ContextRule, BandsThatAreExchangedAreNamedWhateverTheyDivideByFull) {
  for (const float factor : {2.0F, 8.0F, 16.0F, 32.0F}) {
    const BandedProgram program{.factor = factor, .swapped = true};
    EXPECT_EQ(finding(sines(program, 1), claimed(program)), "bands-swapped") << factor;
  }
}

TEST(ContextRule, ThatIsAppliedToItsOwnResultIsNamedWhateverItDividesByFull) {
  for (const float factor : {2.0F, 8.0F, 16.0F, 32.0F}) {
    const BandedProgram program{.factor = factor};
    EXPECT_EQ(finding(sines(program, 2), claimed(program)), "scaling-doubled") << factor;
  }
}

TEST(ContextRule, FrequenciesThatAreOffByMoreThanItsRoundingsAreNotItsOwnFull) {
  const BandedProgram program{.factor = 2};
  EXPECT_EQ(finding(sines(program, 2, 1.00004F), claimed(program)).find("scaling-doubled"),
            std::string::npos);
}

/// A context, and the frequencies that a program makes of exponents in it.
struct Scaled {
  Context context;
  std::function<double(double exponent, int pair)> omega;
};

std::vector<Scaled> scaled() {
  const auto plain = [](double e) { return std::pow(10000.0, -e); };
  const BandedProgram banded{.factor = 8};
  const std::vector<Rational> divisors(32, Rational(3, 2));
  return {
      {{.scaling = Scaling::linear, .factor = 8}, [=](double e, int) { return plain(e) / 8; }},
      {{.scaling = Scaling::ntk, .factor = 8},
       [](double e, int) { return std::pow(10000 * std::pow(8, 64.0 / 62), -e); }},
      {{.scaling = Scaling::llama3, .factor = 8, .original = 4096},
       [=](double e, int) { return banded(static_cast<float>(plain(e))); }},
      {{.scaling = Scaling::longrope,
        .factor = 8,
        .original = 4096,
        .length = 8192,
        .attention_factor = 1,
        .short_factor = divisors,
        .long_factor = divisors},
       [=](double e, int) { return plain(e) / 1.5; }},
  };
}

/// Exponents are made first, and the context scales whatever they are.
TEST(ContextRule, ThatScalesOtherExponentsIsNotTheFaultFull) {
  const std::vector<std::pair<std::string, std::function<double(int)>>> laws = {
      {"pair-index", [](int pair) { return (pair - 1) / 32.0; }},
      {"exponent-halved", [](int pair) { return pair / 64.0; }},
      {"exponent-denominator", [](int pair) { return 2 * pair / 63.0; }},
      {"exponent-over-head", [](int pair) { return pair / 80.0; }}};
  for (const Scaled& in : scaled()) {
    const Program p{.encoding = Rotary{.dim = 64, .context = in.context},
                    .part = Part::sin,
                    .formats = {kFloat32, kFloat32, {}},
                    .positions = Positions::from(0, 100)};
    for (const auto& [name, exponent] : laws) {
      Rows rows{kFloat32, 32, {}};
      for (int row = 0; row < 100; ++row) {
        for (int pair = 0; pair < 32; ++pair) {
          const auto omega = static_cast<float>(in.omega(exponent(pair), pair));
          rows.values.push_back(std::sin(static_cast<float>(row) * omega));
        }
      }
      EXPECT_EQ(finding(rows, p), name) << to_text(p.encoding);
    }
  }
}

/// Without the context every frequency differs from the claimed one, and so does its place.
TEST(ContextRule, ThatIsMissingIsNamedBesideOtherExponentsFull) {
  const auto finding_of = [](const auto& exponent) {
    const Context llama3{.scaling = Scaling::llama3, .factor = 16, .original = 4096};
    const Program p{.encoding = Rotary{.dim = 64, .context = llama3},
                    .part = Part::sin,
                    .formats = {kFloat32, kFloat32, {}},
                    .positions = Positions::from(0, 60)};
    Rows rows{kFloat32, 32, {}};
    for (int row = 0; row < 60; ++row) {
      for (int pair = 0; pair < 32; ++pair) {
        const auto omega = static_cast<float>(std::pow(10000.0, -exponent(pair)));
        rows.values.push_back(std::sin(static_cast<float>(row) * omega));
      }
    }
    return finding(rows, p);
  };
  for (const int by : {1, -1})
    EXPECT_EQ(finding_of([&](int pair) { return (pair + by) / 32.0; }),
              "scaling-missing pair-index");
  EXPECT_EQ(finding_of([](int pair) { return pair / 40.0; }), "scaling-missing exponent-over-head");
}

/// Far out, the margin of frequencies that no recipe computes is as wide as the circle.
TEST(ContextRule, OrExponentFarOutIsNamedFull) {
  const auto verdict_of = [](int pairs, Position first, double off, bool noisy) {
    const Program p{.encoding = Rotary{.dim = 2 * pairs},
                    .part = Part::pairs,
                    .formats = {kFloat32, kFloat32, {}},
                    .positions = Positions::from(first, 60)};
    Rows rows{kFloat32, static_cast<std::uint64_t>(2 * pairs), {}};
    for (std::uint64_t row = 0; row < 60; ++row) {
      for (int pair = 0; pair < pairs; ++pair) {
        const auto power =
            std::pow(10000.0F, static_cast<float>(pair + 1) / static_cast<float>(pairs));
        const float omega = 1 / power * static_cast<float>(pair < 4 ? 1 + off : 1);
        float angle = static_cast<float>(p.positions[row]) * omega;
        if (noisy && pair == 0) angle += static_cast<float>(row * row % 7) * 0.05F;
        rows.values.push_back(std::cos(angle));
        rows.values.push_back(std::sin(angle));
      }
    }
    return explanation(rows, p);
  };
  for (const Position first : {60000, 130560, 300000})
    EXPECT_EQ(verdict_of(64, first, 0, false), "pair-index pairs=1") << static_cast<int>(first);
  EXPECT_EQ(verdict_of(64, 130560, 20 * 0x1p-24, false), "pair-index pairs=1");
  EXPECT_NE(verdict_of(64, 130560, 60 * 0x1p-24, false), "pair-index pairs=1");
  EXPECT_NE(verdict_of(64, 130560, 0, true), "pair-index pairs=1");
}

/// A column's own exponent gives more pairs than the encoding has.
TEST(ContextRule, OfColumnsIsNamedBesideRoundedPositionsFull) {
  constexpr int kDim = 192;
  const Context ntk{.scaling = Scaling::ntk, .factor = Rational(5, 2)};
  const Program p{.encoding = Rotary{.dim = kDim, .base = 20000, .context = ntk},
                  .part = Part::sin,
                  .formats = {kFloat32, kBfloat16, {}},
                  .positions = Positions::from(0, 1000)};
  const double base = 20000 * std::pow(2.5, kDim / (kDim - 2.0));
  Rows rows{kBfloat16, kDim, {}};
  for (int row = 0; row < 1000; ++row) {
    const auto position = static_cast<float>(round_to(kBfloat16, row));
    for (int j = 0; j < kDim; ++j) {
      const auto omega = static_cast<float>(std::pow(base, -2.0 * j / kDim));
      rows.values.push_back(round_to(kBfloat16, std::sin(position * omega)));
    }
  }
  EXPECT_EQ(finding(rows, p), "exponent-by-column position-rounded");
}

/// YaRN's ends by wavelengths without 2 pi are those of a context longer by as much.
TEST(ContextRule, OfYarnHasWavelengthsOfWholeTurns) {
  Rotary e{.dim = 64,
           .base = 500000,
           .context = {.scaling = Scaling::yarn, .factor = 8, .original = 8192}};
  Program p{.recipe = "pow-reciprocal",
            .encoding = e,
            .part = Part::cos,
            .formats = {kFloat32, kFloat32, {}},
            .positions = Positions::from(1000, 100)};
  e.context.original = Rational(514718540, 10000);
  Program made = p;
  made.encoding = e;
  EXPECT_EQ(finding(rows_of(made), p), "wavelength");
}

}  // namespace
}  // namespace sextant
