#include <array>
#include <atomic>
#include <iostream>
#include <mutex>

#include <gtest/gtest.h>
#include <tbb/parallel_for.h>

#include "draw/gen.hpp"
#include "exact/table/tables.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/number/pattern.hpp"
#include "sextant/number/round.hpp"

namespace sextant::exact {
namespace {

constexpr std::array kFormats = {kFloat16, kBfloat16, kFloat32, kFloat64};
constexpr std::size_t kEntriesOfATable = 1000;

/// What the definition rounds to: by one enclosure of 332 bits for all formats, and by the whole
/// ladder where that does not settle it.
Number rounded(const Format& format, const Enclosure& value, const Chart& chart, Position position,
               const Channel& channel) {
  const auto at = [&](const Number& end) {
    return round(format, end.negative, end.significand, end.exponent);
  };
  if (value.lower.finite() && value.upper.finite() && !value.lower.zero() && !value.upper.zero()) {
    const Number low = at(value.lower);
    if (low == at(value.upper)) return low;
  }
  return nearest(format, chart.waves, to_rational(position), channel).number;
}

/// Tables of any encoding and any rows, some entries of each, in every format.
class RandomEntries {
 public:
  void compare(std::uint64_t seed) {
    const auto [encoding, positions] = drawn(seed);
    const Chart c = settled(chart(encoding));
    std::vector<ExactTable> tables;
    std::vector<std::vector<std::byte>> bytes;
    for (const Format& format : kFormats) {
      tables.emplace_back(c, format, positions);
      bytes.push_back(written(tables.back()));
    }
    std::uint64_t state = seed;
    for (std::size_t entry = 0; entry < kEntriesOfATable; ++entry) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      const std::uint64_t row = (state >> 33) % positions.count;
      const std::size_t j = (state >> 13) % c.width();
      const Enclosure value = enclosure(c.waves, to_rational(positions[row]), c.channels[j], 1);
      for (std::size_t f = 0; f < kFormats.size(); ++f) {
        const Number want = rounded(kFormats[f], value, c, positions[row], c.channels[j]);
        const std::uint64_t got = bits_at(tables[f], kFormats[f], bytes[f], row, j);
        if (got != bits_of(kFormats[f], to_double(want)))
          note(kFormats[f].name() + " of " + to_text(encoding) + ", position " +
               to_text(positions[row]) + ", channel " + std::to_string(j));
      }
    }
    compared_ += kEntriesOfATable;
  }

  std::uint64_t compared() const { return compared_; }
  const std::string& wrong() const { return wrong_; }

 private:
  /// RapidCheck draws for one thread at a time.
  std::pair<Encoding, Positions> drawn(std::uint64_t seed) {
    const std::lock_guard lock(mutex_);
    return {draw::of_seed(draw::encodings(), seed), draw::of_seed(rows(150), seed)};
  }

  void note(const std::string& place) {
    const std::lock_guard lock(mutex_);
    if (wrong_.empty()) wrong_ = place;
  }

  std::atomic<std::uint64_t> compared_ = 0;
  std::mutex mutex_;
  std::string wrong_;
};

void expect_random_entries(std::uint64_t count) {
  RandomEntries entries;
  tbb::parallel_for(std::uint64_t{0}, count / kEntriesOfATable,
                    [&](std::uint64_t table) { entries.compare(20170612 + table); });
  EXPECT_EQ(entries.wrong(), "");
  std::cout << entries.compared() << " entries of each format\n";
}

TEST(RandomEntries, AreWhatTheDefinitionRoundsToFull) { expect_random_entries(200'000); }
TEST(RandomEntries, TenMillionAreWhatTheDefinitionRoundsToExhaustive) {
  expect_random_entries(10'000'000);
}

}  // namespace
}  // namespace sextant::exact
