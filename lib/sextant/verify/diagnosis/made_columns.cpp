#include "sextant/verify/diagnosis/made_columns.hpp"

#include <algorithm>
#include <cmath>

#include "sextant/verify/diagnosis/approximate.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kRowsLookedAt = 24;

}  // namespace

MadeColumns::MadeColumns(const Claim& claim, const Source& source)
    : claim_(claim),
      source_(source),
      made_(source.columns),
      rows_(std::min(source.rows, kRowsLookedAt)),
      within_(within_made(claim)) {}

bool MadeColumns::fits(std::size_t column, std::size_t channel) {
  if (!is_wave(claim_.chart.channels[channel].function)) return false;
  if (makers_.empty()) {
    makers_ = makers_of(claim_, source_.positions);
    values_.resize(rows_ * source_.columns);
    source_.read(0, rows_, values_);
  }
  const auto& all = made(channel);
  return std::any_of(all.begin(), all.end(), [&](const Column& wants) {
    std::uint64_t differ = 0;
    for (std::uint64_t row = 0; row < rows_ && 8 * differ <= rows_; ++row)
      differ += std::abs(values_[row * source_.columns + column] - wants[row]) <= within_ ? 0 : 1;
    return 8 * differ <= rows_;
  });
}

const std::vector<MadeColumns::Column>& MadeColumns::made(std::size_t channel) {
  auto& all = made_[channel];
  if (!all.empty()) return all;
  for (const auto& maker : makers_) add_made(*maker, channel);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

void MadeColumns::add_made(const recipe::Recipe& maker, std::size_t channel) {
  const Channel& c = claim_.chart.channels[channel];
  const double size = approximate(claim_.chart.waves.amplitude);
  for (const double factor : maker.candidates(c.pair)) {
    Column column;
    for (std::uint64_t row = 0; row < rows_; ++row) {
      const recipe::Wave wave = maker.wave(maker.angle(row, factor), c.function);
      if (!std::isfinite(wave.angle)) return;  // it has phases, and no angles
      column.push_back(
          size * (wave.function == Function::sine ? std::sin(wave.angle) : std::cos(wave.angle)));
    }
    made_[channel].push_back(std::move(column));
  }
}

}  // namespace sextant::verify
