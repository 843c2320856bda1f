#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "verify/axial_tables.hpp"

namespace sextant {
namespace {

using verify::AxialQuestion;
using verify::Grade;

constexpr auto kTwoPi = static_cast<float>(2 * M_PI);

/// A matrix of 2 x n numbers, as torch.randn makes them.
struct Matrix {
  int n = 0;
  std::vector<float> numbers;
};

Matrix matrix(int n) {
  std::mt19937_64 random(20230405);
  Matrix m{n, {}};
  for (int k = 0; k < 2 * n; ++k)
    m.numbers.push_back(static_cast<float>(std::normal_distribution()(random)));
  return m;
}

AxialQuestion asked(const Matrix& m, int height, int width) {
  Axial e = *find_axial("sam");
  e.grid.height = height, e.grid.width = width;
  set_field(e, "dim", std::to_string(2 * m.n));
  for (const float g : m.numbers)
    std::get<Sinusoidal>(e.along).frequencies.emplace_back(static_cast<double>(g));
  return about(std::move(e));
}

/// The steps of a program, where they differ between programs.
struct Steps {
  bool fused = false;    ///< the sum has fused products
  bool inverse = false;  ///< divides by a size by its inverse, as PyTorch on a GPU
  bool before = false;   ///< multiplies the coordinates by 2π, not the sum
};

/// PositionEmbeddingRandom.forward in float32.
Rows made(const Matrix& m, int height, int width, const Steps& steps) {
  Rows rows{kFloat32, static_cast<std::size_t>(2 * m.n), {}};
  const auto centred = [&](int index, int size) {
    const float place = static_cast<float>(index) + 0.5F, count = static_cast<float>(size);
    return 2.0F * (steps.inverse ? place * (1.0F / count) : place / count) - 1.0F;
  };
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      float u = centred(x, width), v = centred(y, height);
      if (steps.before) u *= kTwoPi, v *= kTwoPi;
      for (const bool sine : {true, false}) {
        for (std::size_t k = 0; k < static_cast<std::size_t>(m.n); ++k) {
          const float second = v * m.numbers[k + static_cast<std::size_t>(m.n)];
          const float sum =
              steps.fused ? std::fma(u, m.numbers[k], second) : u * m.numbers[k] + second;
          const float angle = steps.before ? sum : kTwoPi * sum;
          rows.values.push_back(sine ? std::sin(angle) : std::cos(angle));
        }
      }
    }
  }
  return rows;
}

const std::vector<Steps> kSteps = {{}, {.fused = true}, {.inverse = true}, {.before = true}};

TEST(FrequencyMatrices, OfProgramsPass) {
  const Matrix m = matrix(5);
  for (const auto& [height, width] : {std::pair(8, 8), {7, 13}}) {
    const AxialQuestion q = asked(m, height, width);
    for (const Steps& steps : kSteps) {
      Rows rows = made(m, height, width, steps);
      const auto verdict = verdict_on(rows, q);
      EXPECT_LE(verdict.grade, Grade::rounding);
      EXPECT_TRUE(verdict.findings.empty());
      EXPECT_LT(verdict.statistics.absolute.value, 1e-5);
      rows.at(5, 2) += 1e-4;
      EXPECT_GT(verdict_on(rows, q).grade, Grade::rounding);
    }
    EXPECT_EQ(verdict_on(true_rows(q, kFloat32), q).grade, Grade::correctly_rounded);
    EXPECT_TRUE(verdict_on(made_by("listed-frequency", q, {kFloat32, kFloat32, {}}), q).passes());
  }
}

/// A grid of Segment Anything.
TEST(FrequencyMatrices, OfSegmentAnythingPassFull) {
  const Matrix m = matrix(128);
  const AxialQuestion q = asked(m, 64, 64);
  for (const Steps& steps : kSteps) EXPECT_TRUE(verdict_on(made(m, 64, 64, steps), q).passes());
  for (const Format& store : {kFloat32, kBfloat16, kFloat16})
    EXPECT_TRUE(verdict_on(made_by("listed-frequency", q, {kFloat32, store, {}}), q).passes());
}

/// Terms that cancel leave their roundings: faults are named there, too.  (x + ½)/6 equals
/// (3x + 1 + ½)/18, but products with 1/6 and 1/18 in float32 differ.
TEST(FrequencyMatrices, WhoseTermsCancelAreNamed) {
  const AxialQuestion q = asked({2, {-80, 3, 80, 7.5}}, 18, 6);
  const Matrix exchanged{2, {80, 7.5, -80, 3}};
  const auto verdict = verdict_on(made(exchanged, 18, 6, {.inverse = true}), q);
  EXPECT_EQ(verdict.grade, Grade::explained);
  ASSERT_EQ(verdict.findings.size(), 1U);
  EXPECT_EQ(verdict.findings[0].fault, "axes-swapped");
}

/// No program's entry leaves the bound of the recipe, and some come near: the bound is neither too
/// small nor much too large.
TEST(FrequencyMatrices, StayWithinTheirBounds) {
  double most = 0;
  for (const auto& [height, width] : {std::pair(16, 16), {7, 13}, {1, 61}}) {
    const Matrix m = matrix(6);
    const AxialQuestion q = asked(m, height, width);
    for (const Steps& steps : kSteps) {
      Rows rows = made(m, height, width, steps);
      for (const Section& section : sections(q.encoding, q.part)) {
        const Positions at = positions_of(q.encoding, section, coordinates_of(q));
        const exact::Oracle oracle(section.chart);
        const auto recipe =
            recipe::make("listed-frequency", section.chart, {kFloat32, kFloat32, {}}, at);
        std::vector<double> own(2);
        for (std::uint64_t row = 0; row < at.count; ++row) {
          recipe->row(row, own);
          for (std::size_t j = 0; j < 2; ++j) {
            const double truth = oracle.nearest(kFloat64, at[row], section.chart.channels[j]).value;
            const double bound = recipe->bound(row, j);
            EXPECT_LE(std::abs(own[j] - truth), bound);
            const double off = std::abs(rows.at(row, section.columns[j]) - truth);
            EXPECT_LE(off, bound) << height << " x " << width << ", row " << row;
            most = std::max(most, off / bound);
          }
        }
      }
    }
  }
  EXPECT_GT(most, 0.2);
}

}  // namespace
}  // namespace sextant
