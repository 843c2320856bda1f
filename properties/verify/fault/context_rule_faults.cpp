#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

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

TEST(ContextRule, BandsThatAreExchangedAreNamedWhateverTheyDivideBy) {
  for (const float factor : {2.0F, 8.0F, 16.0F, 32.0F}) {
    const BandedProgram program{.factor = factor, .swapped = true};
    EXPECT_EQ(finding(sines(program, 1), claimed(program)), "bands-swapped") << factor;
  }
}

TEST(ContextRule, ThatIsAppliedToItsOwnResultIsNamedWhateverItDividesBy) {
  for (const float factor : {2.0F, 8.0F, 16.0F, 32.0F}) {
    const BandedProgram program{.factor = factor};
    EXPECT_EQ(finding(sines(program, 2), claimed(program)), "scaling-doubled") << factor;
  }
}

TEST(ContextRule, FrequenciesThatAreOffByMoreThanItsRoundingsAreNotItsOwn) {
  const BandedProgram program{.factor = 2};
  EXPECT_EQ(finding(sines(program, 2, 1.00004F), claimed(program)).find("scaling-doubled"),
            std::string::npos);
}

}  // namespace
}  // namespace sextant
