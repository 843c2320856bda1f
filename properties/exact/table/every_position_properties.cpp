#include <atomic>
#include <bit>
#include <cstring>
#include <iostream>

#include <gtest/gtest.h>
#include <tbb/parallel_for.h>

#include "exact/angle/octant.hpp"
#include "sextant/encoding/encoding.hpp"
#include "sextant/exact/table/table.hpp"
#include "sextant/number/round.hpp"

namespace sextant::exact {
namespace {

constexpr std::uint64_t kEnd = 1 << 24;
/// The number of rows at once for which runs form whole chains of anchors.
constexpr std::uint64_t kPiece = 1 << 18;

/// float32 tables against the route of octant.hpp; by Arb where that does not decide.
class EveryPosition {
 public:
  explicit EveryPosition(const Chart& chart) : table_(chart, kFloat32, Positions::from(0, kEnd)) {
    for (int pair = 0; pair < chart.waves.pairs(); ++pair)
      fractions_.push_back(second_opinion::turn_fraction(chart.waves, pair));
  }

  /// Rows from `first` on, laid out as sine, cosine, sine, …
  void compare(std::uint64_t first, std::uint64_t count) {
    rows_.resize(count * width());
    table_.write(first, count,
                 {reinterpret_cast<std::byte*>(rows_.data()), table_.row_bytes(), true});
    tbb::parallel_for(std::uint64_t{0}, count, [&](std::uint64_t row) {
      for (std::size_t pair = 0; pair < fractions_.size(); ++pair) {
        const auto want = second_opinion::octant(first + row, fractions_[pair]);
        const float* got = &rows_[row * width() + 2 * pair];
        settle(want.sine, got[0], first + row, 2 * pair);
        settle(want.cosine, got[1], first + row, 2 * pair + 1);
      }
    });
  }

  std::uint64_t wrong() const { return wrong_; }
  std::uint64_t asked() const { return asked_; }

 private:
  std::size_t width() const { return table_.oracle().chart().width(); }

  /// The sum and the difference are off by 2⁻⁵³ at most: with kOctantError, 2⁻⁵¹.
  void settle(double value, float got, std::uint64_t position, std::size_t channel) {
    constexpr double e = second_opinion::kOctantError + 0x1p-53;
    const auto low = static_cast<float>(value - e);
    if (low == static_cast<float>(value + e) && low != 0) {
      if (std::bit_cast<std::uint32_t>(low) != std::bit_cast<std::uint32_t>(got)) ++wrong_;
      return;
    }
    ++asked_;
    const Chart& chart = table_.oracle().chart();
    const Span truth =
        second_opinion::span(chart.waves, Rational(Integer(position)), chart.channels[channel]);
    const Number want = round(kFloat32, truth.lower);
    const bool settled = want == round(kFloat32, truth.upper);
    if (!settled || from_double(static_cast<double>(got)) != want) ++wrong_;
  }

  ExactTable table_;
  std::vector<Bits> fractions_;
  std::vector<float> rows_;
  std::atomic<std::uint64_t> wrong_ = 0, asked_ = 0;
};

/// All 2³¹ entries of a table of 128 channels in which float32 still counts positions.
void expect_every_position(const Rational& base) {
  EveryPosition every(chart(Sinusoidal{.dim = 128, .base = base}));
  for (std::uint64_t first = 0; first < kEnd; first += kPiece) every.compare(first, kPiece);
  EXPECT_EQ(every.wrong(), 0U);
  std::cout << "base " << base << ": " << kEnd * 128 << " entries, " << every.asked()
            << " of them by Arb\n";
}

TEST(EveryPosition, ExhaustiveBelow2To24Base10000) { expect_every_position(10000); }
TEST(EveryPosition, ExhaustiveBelow2To24Base500000) { expect_every_position(500000); }

/// The same route on the first rows, so that it is not forgotten.
TEST(EveryPosition, TheFirstRowsAreCorrectlyRounded) {
  EveryPosition every(chart(Sinusoidal{.dim = 128}));
  every.compare(0, 8192);
  EXPECT_EQ(every.wrong(), 0U);
}

}  // namespace
}  // namespace sextant::exact
