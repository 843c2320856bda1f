#include <algorithm>
#include <bit>
#include <cmath>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sextant/encoding/encoding.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/recipe/rule/by_angle.hpp"
#include "sextant/recipe/rule/exp_log.hpp"
#include "sextant/tensor/npy.hpp"

namespace sextant::recipe {
namespace {

/// A table that PyTorch 1.13.1 made on x86-64: its vector exp, sin and cos are SLEEF's.  How much
/// of it exp-log reproduces bit for bit with glibc 2.36, in all and with the best frequency that
/// lies within an ulp: entries of 128 · dim; how many of the dim/2 frequencies are not glibc's; and
/// the largest share of exp-log's bound that an entry uses, in thousandths, with its place.
struct Made {
  int dim;
  Position first;
  int equal, equal_at_best, frequencies_off;
  int thousandths;
  std::uint64_t row;
  std::size_t column;
};
std::ostream& operator<<(std::ostream& out, const Made& m) {
  return out << "d" << m.dim << "_p" << to_text(m.first);
}

constexpr Made kMade[] = {
    {96, 0, 10936, 11676, 5, 779, 39, 81},       {96, 4096, 10492, 11607, 5, 565, 38, 1},
    {96, 131072, 10490, 11707, 5, 568, 19, 0},   {96, 1000000, 10552, 11715, 5, 604, 57, 1},
    {256, 0, 28851, 31125, 15, 847, 21, 217},    {256, 4096, 27671, 31087, 15, 565, 38, 1},
    {256, 131072, 27439, 31080, 15, 568, 19, 0}, {256, 1000000, 27695, 31168, 15, 604, 57, 1}};

class PyTorchTable : public testing::TestWithParam<Made> {
 protected:
  void SetUp() override {
    std::ostringstream name;
    name << SEXTANT_DATA_DIR << "/exp_log_f32_" << GetParam() << ".npy";
    const Table table = open_npy(name.str());
    ASSERT_EQ(table.format(), kFloat32);
    ASSERT_EQ(table.rows(), kRows);
    ASSERT_EQ(table.columns(), chart_.width());
    bits_.resize(kRows * chart_.width());
    table.read_rows(0, kRows, bits_);
  }
  float got(std::uint64_t row, std::size_t column) const {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits_[row * chart_.width() + column]));
  }

  static constexpr std::uint64_t kRows = 128;
  Chart chart_ = sextant::chart(Sinusoidal{.dim = GetParam().dim});
  Positions positions_ = Positions::from(GetParam().first, kRows);
  std::vector<std::uint64_t> bits_;
};

INSTANTIATE_TEST_SUITE_P(Data, PyTorchTable, testing::ValuesIn(kMade), [](const auto& instance) {
  std::ostringstream name;
  name << instance.param;
  return name.str();
});

/// The derived bound covers any library within the hypothesis, PyTorch's among them.
TEST_P(PyTorchTable, LiesWithinTheBoundOfExpLog) {
  const exact::Oracle oracle(chart_);
  const auto recipe = make("exp-log", chart_, {}, positions_);
  double worst = 0;
  std::pair<std::uint64_t, std::size_t> witness;
  for (std::uint64_t row = 0; row < positions_.count; ++row) {
    for (std::size_t j = 0; j < chart_.width(); ++j) {
      const exact::Near truth = exact::near(oracle.ball(positions_[row], chart_.channels[j]));
      const double error =
          std::abs(static_cast<double>(got(row, j)) - truth.high - truth.low) + truth.radius;
      const double bound = recipe->bound(row, j);
      ASSERT_LE(error, bound) << "row " << row << ", column " << j;
      if (bound > 0 && error / bound > worst) {
        worst = error / bound;
        witness = {row, j};
      }
    }
  }
  std::cout << "  largest fraction of the bound: " << worst << " at row " << witness.first
            << ", column " << witness.second << '\n';
  EXPECT_EQ(std::lround(worst * 1000), GetParam().thousandths);
  EXPECT_EQ(witness, std::pair(GetParam().row, GetParam().column));
}

/// How many entries of a pair's two columns a frequency reproduces.
int reproduced(const ByAngle<float, ExpLog>& recipe, float frequency, const Positions& positions,
               int pair, const auto& got) {
  int equal = 0;
  for (std::uint64_t row = 0; row < positions.count; ++row) {
    const float a = recipe.angle(positions[row], frequency);
    const auto column = static_cast<std::size_t>(2 * pair);
    equal += static_cast<int>(got(row, column) == recipe.sine(a)) +
             static_cast<int>(got(row, column + 1) == recipe.cosine(a));
  }
  return equal;
}

/// Recorded for glibc 2.36 on x86-64, with FMA and without: its float functions work in double and
/// hardly ever tell the difference, but another libm's may move every figure.
TEST_P(PyTorchTable, IsReproducedBitForBitWhereLibmAllows) {
  const ByAngle<float, ExpLog> recipe(chart_.waves);
  const auto got = [this](std::uint64_t row, std::size_t column) { return this->got(row, column); };
  int equal = 0, equal_at_best = 0, frequencies_off = 0;
  for (int pair = 0; pair < chart_.waves.pairs(); ++pair) {
    const float own = recipe.candidates(pair).front();
    const int with_own = reproduced(recipe, recipe.angle(1, pair), positions_, pair, got);
    int best = with_own;
    for (const float other : recipe.candidates(pair)) {
      best = std::max(best, reproduced(recipe, other, positions_, pair, got));
    }
    EXPECT_LE(std::abs(own - recipe.angle(1, pair)), own * 0x1p-23F);
    equal += with_own, equal_at_best += best;
    frequencies_off += static_cast<int>(best > with_own);
  }
  const Made& made = GetParam();
  const auto all = static_cast<double>(bits_.size());
  std::cout << "  bit for bit: " << equal << " = " << equal / all
            << "; with the best frequency within an ulp: " << equal_at_best << " = "
            << equal_at_best / all << "; frequencies off: " << frequencies_off << '\n';
  EXPECT_EQ(equal, made.equal);
  EXPECT_EQ(equal_at_best, made.equal_at_best);
  EXPECT_EQ(frequencies_off, made.frequencies_off);
}

}  // namespace
}  // namespace sextant::recipe
