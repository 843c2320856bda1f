#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/bias/chart.hpp"
#include "sextant/encoding/real/error.hpp"

/// Windows of Swin, Video Swin and BEiT, and the coordinates of Swin v2.
namespace sextant {
namespace {

Integer index_of(const Swin& e, int q, int k) { return cell(form(e), q, k); }

/// As Video Swin and BEiT compute it: coordinates of all tokens, their differences, each moved to 0
/// and multiplied by the number of offsets along the axes after it.
std::vector<std::vector<int>> by_differences(const Swin& e) {
  std::vector<std::array<int, 3>> tokens;
  for (int t = 0; t < e.frames; ++t)
    for (int y = 0; y < e.height; ++y)
      for (int x = 0; x < e.width; ++x) tokens.push_back({t, y, x});
  const std::size_t first = e.class_token ? 1 : 0, n = tokens.size() + first;
  std::vector<std::vector<int>> index(n, std::vector<int>(n));
  for (std::size_t q = 0; q < tokens.size(); ++q) {
    for (std::size_t k = 0; k < tokens.size(); ++k) {
      std::array<int, 3> relative{};
      for (std::size_t a = 0; a < 3; ++a) relative[a] = tokens[q][a] - tokens[k][a];
      relative[0] += e.frames - 1, relative[1] += e.height - 1, relative[2] += e.width - 1;
      relative[0] *= (2 * e.height - 1) * (2 * e.width - 1), relative[1] *= 2 * e.width - 1;
      index[q + first][k + first] = relative[0] + relative[1] + relative[2];
    }
  }
  if (!e.class_token) return index;
  const int count = (2 * e.frames - 1) * (2 * e.height - 1) * (2 * e.width - 1) + 3;
  for (std::size_t k = 0; k < n; ++k) index[0][k] = count - 3;
  for (std::size_t q = 0; q < n; ++q) index[q][0] = count - 2;
  index[0][0] = count - 1;
  return index;
}

PROPERTY(SwinIndex, IsThatOfTheDifferences) {
  const Swin e{.frames = *draw::full(draw::in_range(1, 4)),
               .height = *draw::full(draw::in_range(1, 6)),
               .width = *draw::full(draw::in_range(1, 6)),
               .class_token = *draw::arbitrary<bool>()};
  const auto want = by_differences(e);
  for (int q = 0; q < e.tokens(); ++q)
    for (int k = 0; k < e.tokens(); ++k)
      RC_ASSERT(index_of(e, q, k) ==
                want[static_cast<std::size_t>(q)][static_cast<std::size_t>(k)]);
}

PROPERTY(SwinIndex, NumbersTheOffsetsWithoutGaps) {
  const Swin e{.frames = *draw::full(draw::in_range(1, 4)),
               .height = *draw::full(draw::in_range(1, 6)),
               .width = *draw::full(draw::in_range(1, 6))};
  std::map<Integer, std::array<int, 3>> offsets;
  const int frame = e.height * e.width;
  for (int q = 0; q < e.tokens(); ++q) {
    for (int k = 0; k < e.tokens(); ++k) {
      const std::array offset{q / frame - k / frame, q % frame / e.width - k % frame / e.width,
                              q % e.width - k % e.width};
      const auto [known, fresh] = offsets.emplace(index_of(e, q, k), offset);
      RC_ASSERT(known->second == offset);
    }
  }
  RC_ASSERT(static_cast<int>(offsets.size()) == e.offsets());
  RC_ASSERT(offsets.begin()->first == 0 && offsets.rbegin()->first == e.offsets() - 1);
}

/// The first rows that Swin's own code prints for a window of 2 × 2.
TEST(SwinIndex, IsThatOfTheReference) {
  const Swin e{.height = 2, .width = 2};
  const int want[4][4] = {{4, 3, 1, 0}, {5, 4, 2, 1}, {7, 6, 4, 3}, {8, 7, 5, 4}};
  for (int q = 0; q < 4; ++q) {
    for (int k = 0; k < 4; ++k) EXPECT_EQ(index_of(e, q, k), want[q][k]);
  }
  EXPECT_THROW((void)index_of(e, 4, 0), Error);
  EXPECT_THROW((void)index_of(e, -1, 0), Error);
  const Swin with_class{.height = 2, .width = 2, .class_token = true};
  EXPECT_EQ(index_of(with_class, 0, 0), 11);
  EXPECT_EQ(index_of(with_class, 0, 3), 9);
  EXPECT_EQ(index_of(with_class, 3, 0), 10);
  EXPECT_EQ(index_of(with_class, 4, 1), 8);
  EXPECT_THROW((void)index_of(with_class, 5, 0), Error);
}

TEST(SwinIndex, RefusesWindowsThatAreNone) {
  EXPECT_THROW((void)chart(Swin{.height = 0}), Error);
  EXPECT_THROW((void)chart(Swin{.frames = 0}), Error);
  EXPECT_THROW((void)chart(Swin{.height = 512, .width = 512}), Error);
  EXPECT_THROW((void)chart(Swin{.frames = 2000}), Error);
  EXPECT_THROW((void)chart(Swin{.height = 256, .width = 256, .class_token = true}), Error);
  EXPECT_NO_THROW((void)chart(Swin{.height = 256, .width = 256}));
}

Expression coordinate(const SwinCoordinates& e, int row, int column) {
  return cell(form(e), row, column);
}

PROPERTY(SwinCoordinates, AreOddAndRiseToThatOfTheLastOffset) {
  const SwinCoordinates e{.height = *draw::full(draw::in_range(1, 20)),
                          .width = *draw::full(draw::in_range(1, 20)),
                          .pretrained_window = *draw::element(0, 8, 12, 16)};
  const int wide = 2 * e.width - 1, row = *draw::full(draw::in_range(0, e.rows()));
  const Rational y = offset(form(e), row, 0), x = offset(form(e), row, 1);
  const Rational of_y(8,
                      std::max(1, (e.pretrained_window > 0 ? e.pretrained_window : e.height) - 1));
  const Rational of_x(8,
                      std::max(1, (e.pretrained_window > 0 ? e.pretrained_window : e.width) - 1));
  RC_ASSERT(y == of_y * (row / wide - e.height + 1));
  RC_ASSERT(x == of_x * (row % wide - e.width + 1));
  for (const int column : {0, 1}) {
    const Expression here = coordinate(e, row, column);
    RC_ASSERT(here == -coordinate(e, e.rows() - 1 - row, column) || !here.rational());
    RC_ASSERT(offset(form(e), row, column) == -offset(form(e), e.rows() - 1 - row, column));
  }
}

/// Powers of two have rational logarithms to base 8, and no others.
TEST(SwinCoordinates, AreRationalAtPowersOfTwo) {
  const SwinCoordinates e{.height = 9, .width = 9};  // 8/(9 − 1) = 1: x is the offset
  for (int dx = -8; dx <= 8; ++dx) {
    const Expression value = coordinate(e, 8 * 17 + 8 + dx, 1);
    const int argument = 1 + std::abs(dx);
    if ((argument & (argument - 1)) == 0) {
      ASSERT_TRUE(value.rational()) << dx;
      EXPECT_EQ(
          *value.rational(),
          Rational(static_cast<int>(std::lround(std::log2(argument))) * (dx < 0 ? -1 : 1), 3));
    } else {
      EXPECT_TRUE(value.irrational()) << dx;
    }
  }
  EXPECT_EQ(*coordinate(e, 17 + 1, 0).rational(), -1);  // x = −7
  SwinCoordinatesForm other = form(e);
  other.base = 10;
  EXPECT_TRUE(cell(other, 8 * 17 + 8 + 3, 1).irrational());  // log10 of 4
}

TEST(SwinCoordinates, OfOneTokenAreZero) {
  const SwinCoordinates flat{.height = 1, .width = 4};
  EXPECT_EQ(chart(flat).width(), 2U);
  for (int row = 0; row < flat.rows(); ++row) EXPECT_EQ(*coordinate(flat, row, 0).rational(), 0);
  EXPECT_THROW((void)coordinate(flat, 7, 0), Error);
  EXPECT_THROW((void)coordinate(flat, -1, 0), Error);
  EXPECT_THROW((void)chart(SwinCoordinates{.height = 0}), Error);
  EXPECT_THROW((void)chart(SwinCoordinates{.width = (1 << 14) + 1}), Error);
  EXPECT_THROW((void)chart(SwinCoordinates{.pretrained_window = 1}), Error);
  EXPECT_THROW((void)chart(SwinCoordinates{.pretrained_window = -2}), Error);
}

}  // namespace
}  // namespace sextant
