#include <cmath>

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "measure/statistics_text.hpp"
#include "sextant/measure/entry/rows.hpp"
#include "sextant/measure/prefilter/sweep.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"

namespace sextant {
namespace {

using measure::ErrorStatistics;
using measure::MaxError;
using measure::Witness;

/// Few values and places, so that ties are common.
draw::Gen<MaxError> worsts() {
  return draw::exec([] {
    MaxError worst;
    const int seen = *draw::full(draw::in_range(0, 3));
    for (int k = 0; k < seen; ++k) {
      Witness w;
      w.position = *draw::full(draw::in_range(-2, 3));
      w.channel = *draw::full(draw::in_range<std::size_t>(0, 2));
      w.row = *draw::full(draw::in_range<std::uint64_t>(0, 2));
      worst.see(*draw::full(draw::in_range(0, 3)), w);
    }
    return worst;
  });
}

auto key(const MaxError& w) {
  return std::tuple(w.value, w.witness.position, w.witness.channel, w.witness.row);
}

MaxError merged(MaxError a, const MaxError& b) {
  a.merge(b);
  return a;
}

PROPERTY(Worst, IsACommutativeMonoid) {
  const MaxError a = *worsts();
  const MaxError b = *worsts();
  const MaxError c = *worsts();
  RC_ASSERT(key(merged(a, b)) == key(merged(b, a)));
  RC_ASSERT(key(merged(merged(a, b), c)) == key(merged(a, merged(b, c))));
  RC_ASSERT(key(merged(a, {})) == key(a));
  RC_ASSERT(key(merged({}, a)) == key(a));
  RC_ASSERT(key(merged(a, a)) == key(a));
}

/// Ties go to the smallest position, then channel, then row.
TEST(Worst, BreaksTiesByPlace) {
  const auto at = [](Position p, std::size_t channel, std::uint64_t row) {
    Witness w;
    w.position = p, w.channel = channel, w.row = row;
    return w;
  };
  MaxError worst;
  EXPECT_TRUE(worst.empty());
  worst.see(0, at(9, 1, 1));
  EXPECT_FALSE(worst.empty());
  worst.see(2, at(5, 7, 0));
  worst.see(2, at(5, 3, 9));
  worst.see(2, at(5, 3, 4));
  worst.see(2, at(6, 0, 0));
  worst.see(1, at(0, 0, 0));
  EXPECT_EQ(key(worst), std::tuple(2.0, Position{5}, std::size_t{3}, std::uint64_t{4}));
}

/// Of what is no number the first place is kept, in whichever order statistics meet.
TEST(Tally, KeepsTheFirstPlaceOfWhatIsNoNumber) {
  const auto with = [](std::uint64_t row, std::size_t channel) {
    ErrorStatistics statistics;
    statistics.first_non_finite.emplace();
    statistics.first_non_finite->row = row;
    statistics.first_non_finite->channel = channel;
    return statistics;
  };
  for (const auto& [row, channel] : {std::pair<std::uint64_t, std::size_t>{4, 9}, {5, 0}}) {
    ErrorStatistics first = with(4, 3), second = with(row, channel);
    second.merge(first);
    first.merge(with(row, channel));
    for (const ErrorStatistics* merged : {&first, &second}) {
      EXPECT_EQ(merged->first_non_finite->row, 4U);
      EXPECT_EQ(merged->first_non_finite->channel, 3U);
    }
  }
}

/// Neither the number of threads nor the cut into blocks shows.
TEST(Sweep, DoesNotDependOnThreadsOrBlocks) {
  const exact::Oracle oracle(chart(Sinusoidal{.dim = 32}));
  const Positions positions{100000, 1000, 1};
  const auto recipe = recipe::make("exp-log", oracle.chart(), {kFloat32, kFloat32, {}}, positions);
  std::vector<double> values(1000 * 32);
  for (std::uint64_t row = 0; row < 1000; ++row)
    recipe->row(row, std::span(values).subspan(row * 32, 32));
  for (const std::size_t hole : {40U, 9000U, 31999U}) values[hole] = std::nan("");
  values[8000] = values[16000] = 2;
  const measure::RowErrorMeter meter(oracle, kFloat32);
  std::string expected;
  for (const std::size_t threads : {1U, 2U, 8U}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    for (const std::uint64_t block : {1U, 7U, 64U, 1000U, 5000U}) {
      const auto statistics = measure::sweep<ErrorStatistics>(
          1000, block, [&](std::uint64_t first, std::uint64_t last, ErrorStatistics& result) {
            for (std::uint64_t row = first; row < last; ++row)
              meter.measure(row, positions[row], std::span(values).subspan(row * 32, 32), result);
          });
      if (expected.empty()) expected = text(statistics);
      EXPECT_EQ(text(statistics), expected) << threads << " threads, blocks of " << block;
    }
  }
  EXPECT_EQ(expected.find("entries 32000 "), 0U);
}

}  // namespace
}  // namespace sextant
