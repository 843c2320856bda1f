#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "sextant/number/round.hpp"
#include "verify/verify_programs.hpp"

/// Verdicts on indices of windows and on coordinates of Swin v2, whose tables are made here by
/// programs of their own.
namespace sextant {
namespace {

Program claim_of(const Encoding& e, std::uint64_t rows, const Format& store = kFloat32,
                 Position first = 0) {
  const bool index = std::holds_alternative<Swin>(e);
  return {.recipe = index ? "integers" : "log-coordinates",
          .encoding = e,
          .part = parts(e).front(),
          .formats = {store == kFloat64 ? kFloat64 : kFloat32, store, {}},
          .positions = Positions::from(first, rows)};
}

Program claim_of(const Swin& e) { return claim_of(e, static_cast<std::uint64_t>(e.tokens())); }

/// A table of an index that a program computes from the offsets of two tokens.
Rows index_table(const Swin& e, const std::function<int(int, int, int)>& of_offsets) {
  const auto n = static_cast<std::uint64_t>(e.tokens());
  Rows rows{kFloat32, n, {}};
  for (int q = 0; q < e.tokens(); ++q) {
    for (int k = 0; k < e.tokens(); ++k) {
      const int frame = e.height * e.width;
      rows.values.push_back(of_offsets(q / frame - k / frame,
                                       q % frame / e.width - k % frame / e.width,
                                       q % e.width - k % e.width));
    }
  }
  return rows;
}

const Swin kVideo{.frames = 3, .height = 4, .width = 5};
const Swin kBeit{.height = 4, .width = 5, .class_token = true};

TEST(WindowVerdict, PassesRightIndices) {
  for (const Swin& e : {Swin{}, kVideo, kBeit}) {
    const Program p = claim_of(e);
    EXPECT_EQ(verdict_on(true_rows(p), question_about(p)).grade, verify::Grade::correctly_rounded);
  }
  const Rows video = index_table(
      kVideo, [](int t, int y, int x) { return (t + 2) * 7 * 9 + (y + 3) * 9 + (x + 4); });
  EXPECT_EQ(finding(video, claim_of(kVideo)), "passes");
}

TEST(WindowFault, ExchangedAxesAreNamed) {
  const Swin e{.height = 4, .width = 6};
  const Program p = claim_of(e);
  EXPECT_EQ(explanation(index_table(e, [](int, int y, int x) { return (x + 5) * 7 + (y + 3); }), p),
            "axes-swapped");
  EXPECT_EQ(finding(true_rows(p).transposed(), p), "sign");
  // Tokens that go column by column.
  Rows down{kFloat32, 24, {}};
  for (int q = 0; q < 24; ++q)
    for (int k = 0; k < 24; ++k)
      down.values.push_back((q % 4 - k % 4 + 3) * 11 + (q / 4 - k / 4 + 5));
  EXPECT_EQ(explanation(down, p), "axes-swapped of=the tokens");
  EXPECT_EQ(explanation(
                index_table(kVideo, [](int t, int y,
                                       int x) { return (t + 2) * 7 * 9 + (x + 4) * 7 + (y + 3); }),
                claim_of(kVideo)),
            "axes-swapped");
}

TEST(WindowFault, OtherStridesAreNamed) {
  const Swin e{.height = 4, .width = 6};
  const Program p = claim_of(e);
  EXPECT_EQ(
      explanation(index_table(e, [](int, int y, int x) { return (y + 3) * 12 + (x + 5); }), p),
      "window-parameters itself=41 strides=77,12,1");
  EXPECT_EQ(
      explanation(index_table(e, [](int, int y, int x) { return (y + 4) * 11 + (x + 6); }), p),
      "window-parameters itself=50 strides=77,11,1");
}

/// Video Swin takes the first tokens of the index of the whole window, also where the window is
/// smaller.
TEST(WindowFault, TheFirstTokensOfALargerWindowAreNamed) {
  const auto cut = [](const Swin& larger, const Swin& e) {
    Rows whole = true_rows(claim_of(larger)), rows{kFloat32, 0, {}};
    rows.columns = static_cast<std::uint64_t>(e.tokens());
    for (std::uint64_t q = 0; q < rows.columns; ++q)
      for (std::uint64_t k = 0; k < rows.columns; ++k) rows.values.push_back(whole.at(q, k));
    return explanation(rows, claim_of(e));
  };
  EXPECT_EQ(cut(Swin{.height = 5, .width = 8}, Swin{.height = 5, .width = 6}),
            "window-parameters width=8");
  EXPECT_EQ(
      cut(Swin{.frames = 4, .height = 3, .width = 3}, Swin{.frames = 2, .height = 3, .width = 3}),
      "window-parameters frames=4");
  EXPECT_EQ(
      cut(Swin{.frames = 2, .height = 4, .width = 4}, Swin{.frames = 2, .height = 3, .width = 4}),
      "window-parameters height=4");
}

TEST(WindowFault, RowsOfTheClassTokenAreNamed) {
  const Program p = claim_of(kBeit);
  const Rows right = true_rows(p);
  const int count = 7 * 9;
  const auto made = [&](int of_class, int to_class, int both) {
    Rows rows = right;
    for (std::uint64_t j = 0; j < 21; ++j) rows.at(0, j) = of_class, rows.at(j, 0) = to_class;
    rows.at(0, 0) = both;
    return explanation(rows, p);
  };
  EXPECT_EQ(finding(right, p), "passes");
  EXPECT_EQ(made(count + 1, count, count + 2), "window-parameters class-token=64,63,65");
  EXPECT_EQ(made(0, 0, 0), "window-parameters class-token=0,0,0");
  EXPECT_EQ(made(count + 2, count + 2, count + 2), "window-parameters class-token=65,65,65");
}

/// As Swin v2 computes its table, in T.
template <class T>
Rows coordinates(const SwinCoordinates& e, const Format& store,
                 const std::function<T(T, int)>& of_offset) {
  Rows rows{store, 2, {}};
  for (int dy = 1 - e.height; dy < e.height; ++dy) {
    for (int dx = 1 - e.width; dx < e.width; ++dx) {
      for (const int axis : {0, 1}) {
        const T value = of_offset(static_cast<T>(axis == 0 ? dy : dx), axis);
        rows.values.push_back(round_to(store, static_cast<double>(value)));
      }
    }
  }
  return rows;
}

template <class T>
T spaced(T x) {
  return std::copysign(std::log2(std::abs(x) + T(1)) / T(3), x);
}

TEST(CoordinateVerdict, PassesThoseOfSwinV2) {
  for (const int pretrained : {0, 8, 12}) {
    const SwinCoordinates e{.height = 8, .width = 12, .pretrained_window = pretrained};
    const auto rows = static_cast<std::uint64_t>(e.rows());
    const auto divisor = [&](int axis) {
      return (pretrained > 0 ? pretrained : axis == 0 ? 8 : 12) - 1;
    };
    for (const Format& store : {kFloat32, kBfloat16, kFloat16}) {
      const Program p = claim_of(e, rows, store);
      const auto verdict = verdict_on(
          coordinates<float>(
              e, store,
              [&](float x, int axis) { return spaced(x / static_cast<float>(divisor(axis)) * 8); }),
          question_about(p));
      EXPECT_TRUE(verdict.passes()) << store.name();
      EXPECT_EQ(verdict.recipe.value_or(""), "log-coordinates");
    }
    const Program wide = claim_of(e, rows, kFloat64);
    EXPECT_EQ(
        finding(coordinates<double>(
                    e, kFloat64, [&](double x, int axis) { return spaced(x / divisor(axis) * 8); }),
                wide),
        "passes");
    EXPECT_EQ(verdict_on(true_rows(wide), question_about(wide)).grade,
              verify::Grade::correctly_rounded);
  }
}

TEST(CoordinateFault, OtherFormsAreNamed) {
  const SwinCoordinates e{.height = 8, .width = 12};
  const auto made = [&](const std::function<float(float, int)>& f) {
    return explanation(coordinates<float>(e, kFloat32, f),
                       claim_of(e, static_cast<std::uint64_t>(e.rows())));
  };
  const auto scaled = [](float x, int axis) { return x / (axis == 0 ? 7.0F : 11.0F); };
  EXPECT_EQ(made([&](float x, int a) { return spaced(scaled(x, a)); }),
            "window-parameters factor=1");
  EXPECT_EQ(made([&](float x, int a) {
              const float u = 8 * scaled(x, a);
              return std::copysign(std::log(std::abs(u) + 1), u);
            }),
            "window-parameters logarithm=natural");
  EXPECT_EQ(made([&](float x, int a) { return 3 * spaced(8 * scaled(x, a)); }),
            "window-parameters logarithm=divided by that of 2");
  EXPECT_EQ(made([&](float x, int a) { return spaced(8 * x / (a == 0 ? 8.0F : 12.0F)); }),
            "window-parameters divisors=8,12");
  EXPECT_EQ(made([&](float x, int) { return spaced(8 * x / 15); }),
            "window-parameters divisors=15,15");
  EXPECT_EQ(made([&](float x, int a) { return -spaced(8 * scaled(x, a)); }), "sign");
  EXPECT_EQ(made([&](float x, int) { return std::copysign(std::log(std::abs(x) + 1), x); }),
            "window-parameters divisors=8,8 logarithm=natural");  // 8/8 is 1
  Rows turned =
      coordinates<float>(e, kFloat32, [&](float x, int a) { return spaced(8 * scaled(x, a)); });
  for (std::size_t k = 0; k < turned.values.size(); k += 2)
    std::swap(turned.values[k], turned.values[k + 1]);
  EXPECT_EQ(explanation(turned, claim_of(e, static_cast<std::uint64_t>(e.rows()))), "axes-swapped");
}

}  // namespace
}  // namespace sextant
