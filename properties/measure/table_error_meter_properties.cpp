#include <gtest/gtest.h>
#include <hwy/targets.h>
#include <tbb/global_control.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "measure/statistics_text.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/measure/prefilter/table_error_meter.hpp"

namespace sextant {
namespace {

using measure::TableErrorMeter;

/// Every count, every worst and every witness is the meter's own, whatever the table.
PROPERTY(TableGauge, TalliesWhatTheGaugeTallies) {
  const Subject s = *draw::no_shrink(draw::subjects(200));
  const auto fast = by_vectors(s);
  RC_PRE(fast.has_value());
  RC_LOG() << s.format << " at " << s.positions.text() << "\n";
  RC_ASSERT(text(*fast) == text(one_by_one(s)));
}

/// Runs of blocks, in any number of threads and on every target, tally what one thread does.
PROPERTY(TableGauge, DependsNeitherOnThreadsNorOnTargetsFull) {
  const Format format =
      *draw::element_of(std::vector<Format>{kFloat16, kBfloat16, kFloat32, kFloat64});
  const Position first = *draw::element(-9000, 0, 1000000, 1 << 24);
  const std::int64_t step = *draw::element(1, -1);
  Subject s = correctly_rounded(chart(Sinusoidal{.dim = *draw::element(2, 6, 70)}), format,
                                {first, 4500, step});
  for (int times = *draw::element(0, 1, 2); times > 0; --times) damage(s);
  const std::string want = text(one_by_one(s));
  for (const std::size_t threads : {1U, 2U, 7U}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    RC_ASSERT(text(*by_vectors(s)) == want);
  }
  for (std::int64_t left = hwy::SupportedTargets(); left != 0; left &= left - 1) {
    hwy::SetSupportedTargetsForTest(left & -left);
    const auto statistics = by_vectors(s);
    hwy::SetSupportedTargetsForTest(0);
    RC_LOG() << hwy::TargetName(left & -left) << "\n"
             << want << (statistics ? text(*statistics) : "") << "\n";
    if (statistics)
      RC_ASSERT(text(*statistics) == want);  // the macro would evaluate both sides of ||
  }
}

/// Zeros instead of ones have the same number of steps in every row: the smallest position is
/// reported.  The number minus one is the same double.
TEST(TableGauge, TellsTheSmallestPositionOfManySteps) {
  Encoding encoding = Rotary{.dim = 8};
  set_field(encoding, "base", "1e18");
  Subject s = correctly_rounded(chart(encoding, Part::cos), kFloat64, {200, 200, -1});
  const std::size_t width = s.chart.width();
  s.put(width - 1, 5.0);
  for (const std::size_t row : {10U, 100U, 150U}) s.put((row + 1) * width - 1, 0.0);
  const auto statistics = by_vectors(s);
  ASSERT_TRUE(statistics);
  EXPECT_EQ(text(*statistics), text(one_by_one(s)));
  EXPECT_EQ(statistics->steps.witness.row, 150U);
  EXPECT_GE(statistics->steps.value, 0x1p53);
}

/// Errors in ulps beyond the range of doubles are equal: the smallest position is reported.
TEST(TableGauge, TellsTheSmallestPositionOfErrorsWithoutEnd) {
  for (const Part part : {Part::cos, Part::cos_repeated, Part::sin}) {
    Subject s = correctly_rounded(chart(Rotary{.dim = 8}, part), kFloat64, {200, 200, -1});
    const std::size_t width = s.chart.width();
    s.put(11 * width - 1, 1e300);
    s.put(101 * width - 1, 5);
    s.put(151 * width - 1, 1e299);
    const auto statistics = by_vectors(s);
    ASSERT_TRUE(statistics);
    EXPECT_EQ(text(*statistics), text(one_by_one(s)));
    EXPECT_EQ(statistics->ulps.witness.row, 150U);
  }
}

/// Pairs that do not turn are right where they hold 0 and 1, and are asked about nowhere else.
TEST(TableGauge, PassesOverPairsThatDoNotTurn) {
  Encoding encoding = Rotary{.dim = 80};
  set_field(encoding, "scaling", "proportional");
  set_field(encoding, "partial", "1/4");
  for (const Part part : {Part::table, Part::sin, Part::cos_repeated}) {
    Subject s = correctly_rounded(chart(encoding, part), kFloat32, {1000000, 300, 1});
    const std::size_t width = s.chart.width();
    EXPECT_EQ(text(*by_vectors(s)), text(one_by_one(s)));
    for (std::size_t row = 50; row < 60; ++row) s.put(row * width + 3, 0.25);
    s.put(101 * width - 1, -0.0);
    s.put(111 * width - 1, 0x1p-140);
    s.put(121 * width - 1, 1);
    s.put(131 * width - 1, std::nan(""));
    EXPECT_EQ(text(*by_vectors(s)), text(one_by_one(s)));
  }
}

/// Where the first entries that are numbers at all are those of pairs at rest, they are the worst.
TEST(TableGauge, PassesOverNoPairAtRestThatComesFirst) {
  Encoding encoding = Rotary{.dim = 80};
  set_field(encoding, "scaling", "proportional");
  set_field(encoding, "partial", "1/4");
  for (const Format& format : {kFloat16, kFloat32, kFloat64}) {
    Subject s = correctly_rounded(chart(encoding), format, {1000, 64, 1});
    const std::size_t width = s.chart.width();
    for (std::size_t j = 0; j < width; ++j) {
      const auto pair = static_cast<std::size_t>(s.chart.channels[j].pair);
      s.put(j, std::nan("")), s.put(63 * width + j, std::nan(""));
      if (s.chart.waves.frequencies[pair].factor != 0) s.put(width + j, std::nan(""));
    }
    EXPECT_EQ(text(*by_vectors(s)), text(one_by_one(s)));
  }
}

/// Radians per position may be beyond doubles: then no position is off, of whatever angle.
TEST(TableGauge, ComparesAnglesOfInfinitelyFastPairs) {
  Encoding encoding = Sinusoidal{.dim = 4};
  set_field(encoding, "base", "1e644");
  set_field(encoding, "scale", "1e309");
  for (const Format& format : {kFloat32, kFloat64}) {
    Subject s = correctly_rounded(chart(encoding), format, {0, 64, 1});
    for (std::size_t j = 0; j < 4; ++j) s.put(j, 0);
    s.set(4 * 63 + 2, s.bits(4 * 63 + 2) + 3);
    EXPECT_EQ(text(*by_vectors(s)), text(one_by_one(s)));
  }
}

/// Rows whose truths are next to nothing are first and last, so that the worst ulps are many before
/// any error is large: 4 is further off than anything, and its bits are not to wrap around.
TEST(TableGauge, MissesNoNumberThatIsFarTooLarge) {
  Encoding encoding = Rotary{.dim = 32};
  set_field(encoding, "base", "65536");
  set_field(encoding, "scale",
            "1634.0271122671483307610142600524246112598864583924359927255");  // 2^15 π/63
  Subject s = correctly_rounded(chart(encoding, Part::sin_repeated), kFloat32, {0, 64, 1});
  const std::size_t width = s.chart.width();
  s.put(0, 0x1p-100);
  for (std::size_t j = 0; j < width; ++j) s.put(5 * width + j, s.value(5 * width + j) > 0 ? 4 : -4);
  const auto statistics = by_vectors(s);
  EXPECT_EQ(text(*statistics), text(one_by_one(s)));
  EXPECT_GT(statistics->absolute.value, 3);
}

/// A frequency that is too small for doubles turns all the same.
TEST(TableGauge, TakesNoSlowPairForOneAtRest) {
  Encoding encoding = Sinusoidal{.dim = 4};
  set_field(encoding, "base", "1e660");
  set_field(encoding, "scale", "1e300");
  Subject s = correctly_rounded(chart(encoding), kFloat32, {0, 64, 1});
  for (std::size_t row = 0; row < 64; ++row) {
    s.put(4 * row, 0.6), s.put(4 * row + 1, 0.8);
    s.put(4 * row + 2, 0), s.put(4 * row + 3, 1);
  }
  EXPECT_EQ(text(*by_vectors(s)), text(one_by_one(s)));
}

/// Where it can, and where it leaves the work to the meter.
TEST(TableGauge, KnowsWhatItReads) {
  const auto possible = [](const Encoding& encoding, const Format& format, Positions positions) {
    const exact::Oracle oracle(chart(encoding));
    return TableErrorMeter(oracle, format, positions).possible();
  };
  const Positions some = Positions::from(0, 100);
  EXPECT_TRUE(possible(Sinusoidal{.dim = 8}, kFloat32, some));
  EXPECT_TRUE(possible(Rotary{.dim = 8}, kFloat16, some));
  EXPECT_TRUE(possible(Sinusoidal{.dim = 8}, kFloat64, some));
  EXPECT_FALSE(possible(Sinusoidal{.dim = 8, .amplitude = 2}, kFloat32, some));
  EXPECT_FALSE(
      possible(Sinusoidal{.dim = 8}, kFloat32, Positions::of({1, 2, 3, 5, 8, 13, 21, 34})));
  EXPECT_FALSE(possible(Sinusoidal{.dim = 8}, kFloat32, Positions::from(0, 3)));
}

}  // namespace
}  // namespace sextant
