#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/wave/learned.hpp"

/// Mutants that these must kill: a position equal to the length has a row; the offset counted into
/// the length; negative positions served by the rows before.
namespace sextant {
namespace {

/// Every row after the first ones belongs to one position, and no position beyond has any.
PROPERTY(Learned, ServesItsPositionsAndNoOthers) {
  const auto length = *draw::full(draw::in_range<std::uint64_t>(0, 5000)).as("length");
  const auto offset = *draw::full(draw::in_range<std::uint64_t>(0, 4)).as("offset");
  const Learned table{length + offset, offset};
  RC_ASSERT(table.length() == length);
  const Position p = *draw::positions().as("p");
  const bool there = p >= 0 && p < static_cast<Position>(length);
  if (there)
    RC_ASSERT(table.row(p) == static_cast<std::uint64_t>(p) + offset);
  else
    RC_ASSERT_THROWS_AS((void)table.row(p), Error);
  const auto inside = static_cast<Position>(length) - 1;
  if (length > 0) RC_ASSERT(table.row(inside) == table.rows - 1);
  RC_ASSERT_THROWS_AS((void)table.row(inside + 1), Error);
  RC_ASSERT_THROWS_AS((void)table.row(-1), Error);
}

TEST(Learned, BeginsWhereOptAndFairseqBegin) {
  EXPECT_EQ(Learned::opt(2048), (Learned{2050, 2}));
  EXPECT_EQ(Learned::opt(2048).row(0), 2U);
  EXPECT_EQ(Learned::fairseq(512, 1), Learned::opt(512));
  EXPECT_EQ(Learned::fairseq(512, 0).row(511), 512U);
  EXPECT_EQ(Learned::fairseq(512, 0).rows, 513U);
  EXPECT_EQ((Learned{1, 2}).length(), 0U);  // nothing but rows before the first
}

TEST(Learned, SaysHowManyPositionsThereAre) {
  try {
    (void)Learned{.rows = 512}.row(512);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "a learned table of 512 positions has no row for position 512");
  }
}

}  // namespace
}  // namespace sextant
