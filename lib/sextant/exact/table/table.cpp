#include "sextant/exact/table/table.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

#include <hwy/cache_control.h>
#include <tbb/parallel_for.h>

#include "sextant/encoding/error.hpp"
#include "sextant/exact/table/bounds.hpp"
#include "sextant/exact/table/environment.hpp"
#include "sextant/number/pattern.hpp"

namespace sextant::exact {
namespace {

/// A panel's offsets, kMostHalf rows of this many numbers, fill half of a small second cache.
constexpr std::size_t kPanelDoubles = 1024;
constexpr std::uint64_t kFewRows = 8;  // rotations about an anchor do not pay

std::size_t half_of(std::uint64_t rows) {
  std::size_t half = kMostHalf;
  while (2 * half > rows) half /= 2;
  return half;
}

Format checked(const Format& format) {
  for (const Format& known : {kFloat16, kBfloat16, kFloat32, kFloat64}) {
    if (format == known) return format;
  }
  throw Error("tables are float16, bfloat16, float32 or float64, not " + format.name());
}

}  // namespace

Table::Table(Chart chart, const Format& format, Positions positions)
    : oracle_(std::move(chart)),
      format_(checked(format)),
      positions_(std::move(positions)),
      element_(static_cast<std::size_t>(format.storage_bits) / 8),
      half_(0),
      pairs_(by_pair(oracle_.chart())),
      kernel_(kernel(format.precision)) {
  const auto found = woven(oracle_.chart());
  if (!found || positions_.listed || positions_.count < kFewRows || kernel_.shape == nullptr)
    return;
  woven_ = *found;
  half_ = half_of(positions_.count);
  half_steps_ = oracle_.frequencies().turns(Rational(positions_.step, 2));
  const Shape shape = kernel_.shape(woven_.weave);
  const std::size_t most = kPanelDoubles / shape.doubles;
  for (std::size_t pair = 0; pair < half_steps_.size(); pair += most) {
    const std::size_t count = std::min(most, half_steps_.size() - pair);
    panels_.emplace_back(kernel_, shape, pair, std::span(half_steps_).subspan(pair, count), half_);
  }
}

Table::Doubt Table::write(std::uint64_t first, std::uint64_t count, const Target& target) const {
  std::atomic<std::uint64_t> asked = 0;
  if (half_ == 0) {
    tbb::parallel_for(std::uint64_t{0}, count, [&](std::uint64_t row) {
      asked += by_entry(first + row, target.at + row * target.stride);
    });
    return {asked};
  }
  // Runs so long that finding their first anchors costs little, but enough of them for all cores.
  const std::uint64_t block = 2 * half_;
  const std::uint64_t blocks = (count + block - 1) / block;
  const std::uint64_t run_blocks = std::clamp<std::uint64_t>(blocks / 16, 16, kLongestRun);
  const std::uint64_t runs = (blocks + run_blocks - 1) / run_blocks;
  tbb::parallel_for(std::uint64_t{0}, runs * panels_.size(), [&](std::uint64_t task) {
    const std::uint64_t from = task / panels_.size() * run_blocks * block;
    const Target part{target.at + from * target.stride, target.stride, target.streamed};
    asked += run(panels_[task % panels_.size()], first + from,
                 first + std::min(from + run_blocks * block, count), part);
  });
  return {asked};
}

/// A run of blocks of one panel: its anchors move from block to block.               table.md, (8)
std::uint64_t Table::run(const Panel& panel, std::uint64_t first, std::uint64_t end,
                         const Target& target) const {
  const Environment environment;
  const std::size_t skipped = panel.first() * element_;
  Rows rows{target.at, target.stride, 0, 0, panel.pairs(), woven_.weave, {}, {}, target.streamed};
  if (woven_.weave != Weave::apart) rows.at += 2 * skipped;
  for (const std::size_t j : woven_.sines) rows.sines.push_back(j * element_ + skipped);
  for (const std::size_t j : woven_.cosines) rows.cosines.push_back(j * element_ + skipped);

  Points anchors(panel.slots());
  Aligned packed(panel.doubles());
  std::vector<Open> open;
  std::uint64_t asked = 0;
  for (std::uint64_t row = first; row < end; row += 2 * half_) {
    if (row == first || !kernel_.fused) {
      for (std::size_t slot = 0; slot < panel.slots(); ++slot) {
        const std::size_t pair = panel.first() + panel.pair(slot);
        anchors.set(slot, oracle_.turn(positions_[row], static_cast<int>(pair)) +
                              static_cast<Position>(2 * half_ - 1) * half_steps_[pair]);
      }
    } else {
      anchors.advance(kernel_, panel.block_turn());
    }
    anchors.pack(kernel_, packed.data(), panel.tile_doubles());
    rows.last = std::min<std::uint64_t>(2 * half_, end - row);
    kernel_.block(panel.angles(packed.data()), rows, open);
    if (!open.empty() && target.streamed) hwy::FlushStream();
    for (const Open& o : open) {
      const Position position = positions_[row + o.row];
      const PairChannels& channels = pairs_[panel.first() + o.pair];
      const SineCosine values = oracle_.pair(position, channels.pair);
      for (const std::size_t j : o.cosine ? channels.cosines : channels.sines)
        put(position, j, o.cosine ? values.cosine : values.sine,
            target.at + (row - first + o.row) * target.stride);
    }
    asked += open.size();
    open.clear();
    rows.at += 2 * half_ * target.stride;
  }
  if (target.streamed) hwy::FlushStream();
  return asked;
}

std::uint64_t Table::by_entry(std::uint64_t row, std::byte* at) const {
  const Position position = positions_[row];
  for (const PairChannels& channels : pairs_) {
    const SineCosine values = oracle_.pair(position, channels.pair);
    for (const std::size_t j : channels.sines) put(position, j, values.sine, at);
    for (const std::size_t j : channels.cosines) put(position, j, values.cosine, at);
  }
  const auto& channels = oracle_.chart().channels;
  for (std::size_t j = 0; j < channels.size(); ++j) {
    const Function f = channels[j].function;
    if (f == Function::zero || f == Function::frequency)
      put(position, j, oracle_.ball(position, channels[j]), at);
  }
  return channels.size();
}

void Table::put(Position position, std::size_t channel, const Ball& ball, std::byte* row) const {
  const Oracle::Rounded nearest =
      oracle_.nearest(format_, position, oracle_.chart().channels[channel], ball);
  if (!nearest.decided) {
    throw Error("position " + to_text(position) + ", channel " + std::to_string(channel) +
                " cannot be decided");
  }
  const std::uint64_t bits = bits_of(format_, nearest.value);
  std::memcpy(row + channel * element_, &bits, element_);
}

}  // namespace sextant::exact
