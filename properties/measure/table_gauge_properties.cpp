#include <cstring>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <hwy/targets.h>
#include <tbb/global_control.h>

#include "measure/damaged_tables.hpp"
#include "sextant/measure/table_gauge.hpp"

namespace sextant {
namespace {

using measure::RowGauge;
using measure::TableGauge;
using measure::Tally;
using measure::Witness;
using measure::Worst;

std::string text(const Witness& w) {
  std::string result = fmt::format(
      "row {} position {} channel {} got {:a} want {:a} absolute {:a} ulps {:a} "
      "steps {} correct {} faithful {}",
      w.row, to_text(w.position), w.channel, w.got, w.error.want, w.error.absolute, w.error.ulps,
      w.error.steps, static_cast<int>(w.error.correct), w.error.faithful);
  if (w.phase) result += fmt::format(" phase {:a} {:a}", w.phase->radians, w.phase->positions);
  return result;
}

std::string text(const Worst& w) {
  return w.empty() ? "none" : fmt::format("{:a} at {}", w.value, text(w.witness));
}

std::string text(const measure::Histogram& histogram) {
  std::string all;
  for (std::size_t j = 0; j < histogram.size(); ++j) {
    const measure::Spread s = histogram.channel(j);
    all += fmt::format("by steps {}, absolute {}\n", fmt::join(s.steps, " "),
                       fmt::join(s.absolute, " "));
  }
  return all;
}

/// Everything that a tally says, to the bit.
std::string text(const Tally& t) {
  return fmt::format(
      "entries {} misrounded {} unfaithful {} undecided {} non-finite {} negative zeros {} "
      "overflowed {}\nabsolute {}\nulps {}\nsteps {}\nphase {}\npositions {}\nnot finite {}\n{}",
      t.entries, t.misrounded, t.unfaithful, t.undecided, t.non_finite, t.negative_zeros,
      t.overflowed, text(t.absolute), text(t.ulps), text(t.steps), text(t.phase), text(t.positions),
      t.first_non_finite ? text(*t.first_non_finite) : "none", text(t.histogram));
}

Tally one_by_one(const Subject& s) {
  const exact::Oracle oracle(s.chart);
  const RowGauge gauge(oracle, s.format);
  Tally tally;
  tally.histogram = measure::Histogram(s.chart.width(), s.format);
  std::vector<double> values(s.chart.width());
  for (std::uint64_t row = 0; row < s.positions.count; ++row) {
    for (std::size_t j = 0; j < values.size(); ++j) values[j] = s.value(row * values.size() + j);
    gauge.measure(row, s.positions[row], values, tally);
  }
  return tally;
}

std::optional<Tally> by_vectors(const Subject& s) {
  const exact::Oracle oracle(s.chart);
  const TableGauge gauge(oracle, s.format, s.positions);
  if (!gauge.possible()) return std::nullopt;
  const std::size_t row = s.chart.width() * s.element();
  return gauge.measure(
      [&](std::uint64_t first, std::uint64_t count, std::span<std::byte> elements) {
        std::memcpy(elements.data(), s.bytes.data() + first * row, count * row);
      },
      {}, measure::Histogram(s.chart.width(), s.format));
}

/// Every count, every worst and every witness is the gauge's own, whatever the table.
RC_GTEST_PROP(TableGauge, TalliesWhatTheGaugeTallies, ()) {
  const Subject s = *rc::gen::noShrink(draw::subjects(200));
  const auto fast = by_vectors(s);
  RC_PRE(fast.has_value());
  RC_LOG() << s.format << " at " << s.positions.text() << "\n";
  RC_ASSERT(text(*fast) == text(one_by_one(s)));
}

/// The same of angles below 2⁻¹⁰ or so, whose sines are some steps off, and cosines hardly ever.
RC_GTEST_PROP(TableGauge, TalliesSmallAnglesAsTheGaugeDoes, ()) {
  const Encoding encoding =
      *rc::gen::element<Encoding>(Sinusoidal{.dim = 2}, Sinusoidal{.dim = 12}, Rotary{.dim = 34});
  const int bits = *draw::full(rc::gen::inRange(12, 40));
  const int below = *draw::full(rc::gen::inRange(10, 24));
  const bool rotary = std::holds_alternative<Rotary>(encoding);
  const Part part =
      rotary ? *rc::gen::element(Part::table, Part::sin, Part::sin_repeated) : Part::table;
  Chart chart = in_parts(sextant::chart(encoding, part), std::uint64_t{1} << (bits + below));
  if (*draw::mostly(false, rc::gen::just(true))) chart.waves.origin = 3000;
  if (*draw::mostly(false, rc::gen::just(true))) chart.waves.scale *= -3;
  const Position most = Position{1} << bits;
  Positions positions{
      *draw::full(rc::gen::inRange<std::int64_t>(1, static_cast<std::int64_t>(most))),
      *rc::gen::element<std::uint64_t>(16, 60, 500), *rc::gen::element(1, -1, 7)};
  positions.parts = chart.waves.parts;
  const Format format = *rc::gen::element(kFloat16, kBfloat16, kFloat32);
  Subject s = correctly_rounded(chart, format, positions);

  const auto steps = *rc::gen::element<std::uint64_t>(1, 2, 3, 10, 200, 10000);
  const auto few = *rc::gen::element<std::uint64_t>(4, 100, 100000);
  const std::uint64_t mask = (std::uint64_t{1} << (format.storage_bits - 1)) * 2 - 1;
  auto noise = *rc::gen::arbitrary<std::uint64_t>();
  for (std::size_t i = 0; i < s.entries(); ++i) {
    noise = noise * 6364136223846793005U + 1442695040888963407U;
    if (s.value(i) == 1 && (noise >> 20) % few != 0) continue;
    s.set(i, (s.bits(i) + (noise >> 40) % (2 * steps - 1) - (steps - 1)) & mask);
    if ((noise >> 10) % few == 0) s.set(i, s.bits(i) ^ (mask / 2 + 1));
  }
  RC_LOG() << s.format << " at " << s.positions.text() << "\n";
  RC_ASSERT(text(*by_vectors(s)) == text(one_by_one(s)));
}

/// Runs of blocks, in any number of threads and on every target, tally what one thread does.
RC_GTEST_PROP(TableGauge, DependsNeitherOnThreadsNorOnTargetsFull, ()) {
  const Format format =
      *rc::gen::elementOf(std::vector<Format>{kFloat16, kBfloat16, kFloat32, kFloat64});
  const Position first = *rc::gen::element(-9000, 0, 1000000, 1 << 24);
  const std::int64_t step = *rc::gen::element(1, -1);
  Subject s = correctly_rounded(chart(Sinusoidal{.dim = *rc::gen::element(2, 6, 70)}), format,
                                {first, 4500, step});
  for (int times = *rc::gen::element(0, 1, 2); times > 0; --times) damage(s);
  const std::string want = text(one_by_one(s));
  for (const std::size_t threads : {1U, 2U, 7U}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    RC_ASSERT(text(*by_vectors(s)) == want);
  }
  for (std::int64_t left = hwy::SupportedTargets(); left != 0; left &= left - 1) {
    hwy::SetSupportedTargetsForTest(left & -left);
    const auto tally = by_vectors(s);
    hwy::SetSupportedTargetsForTest(0);
    RC_LOG() << hwy::TargetName(left & -left) << "\n"
             << want << (tally ? text(*tally) : "") << "\n";
    if (tally) RC_ASSERT(text(*tally) == want);  // the macro would evaluate both sides of ||
  }
}

/// Zeros for ones are as many steps off in every row, of which the smallest position is told; that
/// count less one is the same double.
TEST(TableGauge, TellsTheSmallestPositionOfManySteps) {
  Encoding encoding = Rotary{.dim = 8};
  set_field(encoding, "base", "1e18");
  Subject s = correctly_rounded(chart(encoding, Part::cos), kFloat64, {200, 200, -1});
  const std::size_t width = s.chart.width();
  s.put(width - 1, 5.0);
  for (const std::size_t row : {10U, 100U, 150U}) s.put((row + 1) * width - 1, 0.0);
  const auto tally = by_vectors(s);
  ASSERT_TRUE(tally);
  EXPECT_EQ(text(*tally), text(one_by_one(s)));
  EXPECT_EQ(tally->steps.witness.row, 150U);
  EXPECT_GE(tally->steps.value, 0x1p53);
}

/// Errors beyond what doubles count in ulps are equal: of those too the smallest position is told.
TEST(TableGauge, TellsTheSmallestPositionOfErrorsWithoutEnd) {
  for (const Part part : {Part::cos, Part::cos_repeated, Part::sin}) {
    Subject s = correctly_rounded(chart(Rotary{.dim = 8}, part), kFloat64, {200, 200, -1});
    const std::size_t width = s.chart.width();
    s.put(11 * width - 1, 1e300);
    s.put(101 * width - 1, 5);
    s.put(151 * width - 1, 1e299);
    const auto tally = by_vectors(s);
    ASSERT_TRUE(tally);
    EXPECT_EQ(text(*tally), text(one_by_one(s)));
    EXPECT_EQ(tally->ulps.witness.row, 150U);
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
  const auto tally = by_vectors(s);
  EXPECT_EQ(text(*tally), text(one_by_one(s)));
  EXPECT_GT(tally->absolute.value, 3);
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

/// The sine of p·2⁻⁵⁰ is next to nothing below that: at odd p beyond 2²⁴ the truth is just off a
/// midpoint of float32, at 2²⁴ below a power of two, where ulps are half as large.
TEST(TableGauge, KnowsMidpointsAndPowersAmongSmallAngles) {
  const Chart chart = in_parts(sextant::chart(Sinusoidal{.dim = 2}), std::uint64_t{1} << 50);
  for (const std::int64_t step : {1, -1}) {
    Positions positions{(1 << 24) - 100 * step, 300, step};
    positions.parts = chart.waves.parts;
    Subject s = correctly_rounded(chart, kFloat32, positions);
    EXPECT_EQ(text(*by_vectors(s)), text(one_by_one(s)));
    for (std::size_t row = 0; row < 300; ++row) s.set(2 * row, s.bits(2 * row) + 1);
    EXPECT_EQ(text(*by_vectors(s)), text(one_by_one(s)));
    s.set(0, s.bits(0) + 2);
    s.set(200, s.bits(200) + 1);
    EXPECT_EQ(text(*by_vectors(s)), text(one_by_one(s)));
  }
}

/// A double takes the sine of 1987001199·10^(−16/5)·2⁻⁶⁰ for a number of float32, above which it
/// lies by 10⁻¹⁰ of an ulp: the one above is its neighbour.
TEST(TableGauge, IsNotSureOfSidesThatDoublesDoNotTell) {
  const Chart chart = in_parts(sextant::chart(Sinusoidal{.dim = 10}), std::uint64_t{1} << 60);
  Positions positions{1987001199 - 50, 300, 1};
  positions.parts = chart.waves.parts;
  Subject s = correctly_rounded(chart, kFloat32, positions);
  s.set(50 * 10 + 8, s.bits(50 * 10 + 8) + 1);
  for (const std::size_t entry : {0U, 1U, 2990U, 2991U}) s.set(entry, s.bits(entry) + 3);
  const auto tally = by_vectors(s);
  EXPECT_EQ(text(*tally), text(one_by_one(s)));
  EXPECT_EQ(tally->unfaithful + 1, tally->misrounded);
}

/// Where it can, and where it leaves the work to the gauge.
TEST(TableGauge, KnowsWhatItReads) {
  const auto possible = [](const Encoding& encoding, const Format& format, Positions positions) {
    const exact::Oracle oracle(chart(encoding));
    return TableGauge(oracle, format, positions).possible();
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
