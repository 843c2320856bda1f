#include <map>

#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"

namespace sextant {
namespace {

/// Small enough that all distances are tried.
draw::Gen<T5> buckets_of_t5() {
  return draw::exec([] {
    T5 t5;
    t5.bidirectional = *draw::arbitrary<bool>();
    t5.num_buckets = *draw::full(draw::in_range(4, 70));
    const int exact = t5.buckets_a_direction() / 2;
    t5.max_distance = exact + *draw::full(draw::in_range(1, 200));
    return t5;
  });
}

PROPERTY(T5Buckets, RiseWithTheDistanceToTheLastOne) {
  const T5 t5 = *buckets_of_t5();
  RC_LOG() << to_text(t5) << "\n";
  const int nb = t5.buckets_a_direction();
  Integer last = 0;
  for (int n = 0; n <= t5.max_distance + 3; ++n) {
    const Integer bucket = cell(t5, -n);
    RC_ASSERT(bucket >= last && bucket < nb);
    RC_ASSERT(n >= nb / 2 || bucket == n);
    RC_ASSERT(n < t5.max_distance || bucket == nb - 1);
    last = bucket;
  }
}

PROPERTY(T5Buckets, AreTheSameBeforeAndAfterButForTheHalf) {
  const T5 t5 = *buckets_of_t5();
  RC_LOG() << to_text(t5) << "\n";
  for (int n = 1; n <= t5.max_distance + 3; ++n)
    RC_ASSERT(cell(t5, n) ==
              (t5.bidirectional ? Integer(cell(t5, -n) + t5.num_buckets / 2) : Integer(0)));
}

/// The first distance of every bucket from the first shared one on: ⌈e·(M/e)^(j/(nb − e))⌉.
TEST(T5Buckets, BeginWhereThePublishedOnesDo) {
  const auto first = [](const T5& t5) {
    std::vector<int> found;
    const int nb = t5.buckets_a_direction();
    for (int n = 1; n <= t5.max_distance; ++n) {
      if (cell(t5, -n) != cell(t5, -n + 1) && cell(t5, -n) >= nb / 2) found.push_back(n);
    }
    return found;
  };
  EXPECT_EQ(first({}), (std::vector<int>{8, 12, 16, 23, 32, 46, 64, 91}));
  EXPECT_EQ(first({.bidirectional = false}),
            (std::vector<int>{16, 19, 21, 24, 27, 31, 35, 40, 46, 52, 59, 67, 77, 87, 99, 113}));
}

PROPERTY(DebertaBuckets, AreOddInTheRelativePosition) {
  const int buckets = *draw::full(draw::in_range(2, 64));
  const Deberta e{.num_buckets = buckets,
                  .max_distance = buckets / 2 + 2 + *draw::full(draw::in_range(0, 200))};
  RC_LOG() << to_text(e) << "\n";
  Integer last = 0;
  for (int r = 1; r < 2 * e.max_distance; ++r) {
    const Integer bucket = cell(e, r);
    RC_ASSERT(cell(e, -r) == -bucket);
    RC_ASSERT(bucket >= last);
    RC_ASSERT(r > buckets / 2 || bucket == r);
    last = bucket;
  }
  RC_ASSERT(cell(e, e.max_distance - 1) == e.num_buckets / 2 * 2 - 1);
}

/// Ceilings: the exact hit at max_distance − 1 is not passed.
TEST(DebertaBuckets, ReachTheLastBucketAtTheLastDistanceAlone) {
  EXPECT_EQ(cell(Deberta{}, 511), 255);
  EXPECT_EQ(cell(Deberta{}, 512), 256);
  EXPECT_EQ(cell(Deberta{}, 128), 128);
  EXPECT_EQ(cell(Deberta{}, 129), 129);
  EXPECT_EQ(cell(Deberta{}, 132), 131);  // 127·ln(132/128)/ln(511/128) = 2.82…
}

TEST(DebertaIndex, IsTheBucketMovedUpAndClipped) {
  const DebertaIndex index{Deberta{}};
  EXPECT_EQ(cell(index, 0), 256);
  EXPECT_EQ(cell(index, -1), 255);
  EXPECT_EQ(cell(index, 511), 511);
  EXPECT_EQ(cell(index, 100000), 511);
  EXPECT_EQ(cell(index, -100000), 0);
}

PROPERTY(ShawIndex, ClipsAtBothEnds) {
  const Shaw e{.max_distance = *draw::full(draw::in_range(0, 100))};
  const Position p = *draw::positions();
  const Integer found = cell(e, numerator(to_rational(p)));
  RC_ASSERT(found >= 0 && found <= 2 * e.max_distance);
  if (magnitude(p) <= static_cast<std::uint64_t>(e.max_distance))
    RC_ASSERT(Rational(found) == to_rational(p) + e.max_distance);
  else
    RC_ASSERT(found == (p < 0 ? 0 : 2 * e.max_distance));
}

/// Matrices of queries and keys hold what columns of relative positions do.
TEST(Keys, StandForRelativePositions) {
  for (int q = 0; q < 20; ++q) {
    for (int k = 0; k < 20; ++k) {
      const Shaw shard{.max_distance = 4, .keys = 20, .first_key = 7};
      EXPECT_EQ(cell(Formula(shard), q, k), Rational(cell(Shaw{.max_distance = 4}, k + 7 - q)));
      const T5 behind{.keys = 20, .first_key = -30};
      EXPECT_EQ(cell(Formula(behind), q, k), Rational(cell(T5{}, k - 30 - q)));
      const Deberta index{.num_buckets = 8, .max_distance = 16, .keys = 20, .first_key = 11};
      EXPECT_EQ(cell(Formula(index), q, k),
                Rational(cell(Deberta{.num_buckets = 8, .max_distance = 16}, q - k - 11)));
      EXPECT_EQ(cell(Formula(T5{.keys = 20}), q, k), Rational(cell(T5{}, k - q)));
      EXPECT_EQ(cell(Formula(Shaw{.max_distance = 4, .keys = 20}), q, k),
                Rational(cell(Shaw{.max_distance = 4}, k - q)));
      EXPECT_EQ(cell(Formula(Deberta{.num_buckets = 8, .max_distance = 16, .keys = 20}), q, k),
                Rational(cell(Deberta{.num_buckets = 8, .max_distance = 16}, q - k)));
    }
  }
}

TEST(Buckets, RefuseWhatDefinesNone) {
  EXPECT_THROW((void)chart(T5{.num_buckets = 3}), Error);
  EXPECT_THROW((void)chart(T5{.num_buckets = 1, .bidirectional = false}), Error);
  EXPECT_THROW((void)chart(T5{.max_distance = 8}), Error);
  EXPECT_THROW((void)chart(T5{.num_buckets = kMostBuckets + 1}), Error);
  EXPECT_THROW((void)chart(Deberta{.num_buckets = 1}), Error);
  EXPECT_THROW((void)chart(Deberta{.max_distance = 129}), Error);
  EXPECT_THROW((void)chart(Shaw{.max_distance = -1}), Error);
  EXPECT_THROW((void)chart(Shaw{.first_key = 3}), Error);
  EXPECT_THROW((void)chart(T5{.first_key = 3}), Error);
  EXPECT_THROW((void)cell(Formula(T5{}), Rational(1, 2), 0), Error);
  EXPECT_THROW((void)chart(Kerple{.r1 = {1, 2}, .r2 = {1}}), Error);
  EXPECT_THROW((void)chart(Kerple{.r1 = {}, .r2 = {}}), Error);
  EXPECT_THROW((void)chart(Kerple{.r1 = {0}, .r2 = {1}}), Error);
  EXPECT_THROW((void)chart(QueryScale{.beta = 0}), Error);
  EXPECT_THROW((void)chart(QueryScale{.original = 0}), Error);
  EXPECT_THROW((void)cell(QueryScaleForm{}, Rational(-1)), Error);
  EXPECT_THROW((void)chart(Kerple{.kernel = Kerple::Kernel::power, .r1 = {1}, .r2 = {3}}), Error);
}

}  // namespace
}  // namespace sextant
