#include "sextant/exact/table/table.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <utility>

#include <hwy/cache_control.h>
#include <tbb/parallel_for.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/exact/table/bounds.hpp"
#include "sextant/exact/table/covering.hpp"
#include "sextant/exact/table/environment.hpp"
#include "sextant/exact/undecided.hpp"
#include "sextant/number/pattern.hpp"

namespace sextant::exact {
namespace {

/// The first anchors of runs are computed from each other, for kChainRuns runs and at most 8 MiB.
constexpr std::uint64_t kChainRuns = kLongestRun - kRunBlocks;
constexpr std::uint64_t kChainPairs = (std::uint64_t{8} << 20) / (4 * sizeof(double));

/// Of listed positions: the rows of a grid for each of them, and the fewest for which a grid is set
/// up.  A row by rotations takes at most a sixteenth of the time by entries, and the anchors of a
/// block less than a row does by entries.
constexpr std::uint64_t kMostRows = 64;
constexpr std::uint64_t kFewest = 64;

Format known(const Format& format) {
  for (const Format& one : {kFloat16, kBfloat16, kFloat32, kFloat64}) {
    if (format == one) return format;
  }
  throw Error("tables are float16, bfloat16, float32 or float64, not " + format.name());
}

}  // namespace

ExactTable::ExactTable(Chart chart, const Format& format, Positions positions)
    : entries_(Oracle(in_parts(std::move(chart), positions.parts)), known(format)),
      format_(format),
      positions_(std::move(positions)),
      element_(static_cast<std::size_t>(format.storage_bits) / 8),
      pairs_(by_pair(oracle().chart())) {
  const std::vector<Channel>& channels = oracle().chart().channels;
  auto found = row_layout(oracle().chart(), false);
  // A frequency keeps its value in a row of zeros.
  const auto frequency = [](const Channel& c) { return is_frequency(c.function); };
  if (!found ||
      (oracle().waves().zero_row && std::any_of(channels.begin(), channels.end(), frequency)))
    return;
  grid_ = positions_;
  if (positions_.listed) {
    if (positions_.count < kFewest)
      grid_.reset();
    else
      grid_ = covering(positions_, kMostRows * positions_.count);
    if (!grid_) return;
  }
  layout_ = with_last_pair(*std::move(found), oracle().chart());
  rotations_ =
      Rotations(oracle(), *grid_, kernel(format.precision), layout_.pattern, layout_.pairs);
  for (const std::size_t j : layout_.rest) {
    const Position elsewhere = oracle().waves().zero_row == 0 ? 1 : 0;
    const auto value = oracle().nearest(format_, elsewhere, channels[j]);
    if (is_constant(oracle().chart(), channels[j]) && value.decided)
      constants_.push_back({j, bits_of(format_, value.value)});
    else
      alone_.push_back(j);
  }
}

Target ExactTable::checked(std::uint64_t first, std::uint64_t count, Target target) const {
  if (first > positions_.count || count > positions_.count - first) {
    throw Error("rows " + std::to_string(first) + " to " + std::to_string(first) + " + " +
                std::to_string(count) + " are not in a table of " +
                std::to_string(positions_.count));
  }
  if (target.stride == 0) target.stride = row_bytes();
  if (target.stride < row_bytes()) {
    throw Error("rows of " + std::to_string(row_bytes()) + " bytes do not fit a stride of " +
                std::to_string(target.stride));
  }
  if (target.at == nullptr && count > 0) throw Error("a table needs memory to be written to");
  return target;
}

ExactTable::Doubt ExactTable::write(std::uint64_t first, std::uint64_t count,
                                    const Target& asked_for) const {
  const Target target = checked(first, count, asked_for);
  if (positions_.listed && grid_ && count > 0) return {write_listed(first, count, target)};
  if (!rotations_.possible()) {
    std::atomic<std::uint64_t> asked = 0;
    tbb::parallel_for(std::uint64_t{0}, count, [&](std::uint64_t row) {
      asked += by_entry(positions_[first + row], target.at + row * target.stride);
    });
    return {asked};
  }
  const std::uint64_t asked = write_blocks(first, count, target, nullptr);
  clear_zero_rows(first, count, target);
  return {asked};
}

/// Writes each row once, and then copies those that are listed again.
std::uint64_t ExactTable::write_listed(std::uint64_t first, std::uint64_t count,
                                       const Target& target) const {
  const bool rotated = rotations_.possible();
  const std::uint64_t block = rotated ? rotations_.block() : kMostRows;
  const Wanted wanted(positions_, first, count, *grid_, block, rotated ? rotations_.run() : block,
                      target.at, target.stride);
  std::atomic<std::uint64_t> asked = 0;
  if (rotated && (wanted.end() - wanted.begin()) / kMostRows <= count) {
    asked = write_blocks(wanted.begin(), wanted.end() - wanted.begin(), target, &wanted);
  } else {
    const auto rows = wanted.of_blocks(wanted.begin(), wanted.end());
    tbb::parallel_for(std::size_t{0}, rows.size(),
                      [&](std::size_t k) { asked += by_entry((*grid_)[rows[k].row], rows[k].to); });
  }
  tbb::parallel_for(std::size_t{0}, wanted.repeated().size(), [&](std::size_t k) {
    std::memcpy(wanted.repeated()[k].to, wanted.repeated()[k].from, row_bytes());
  });
  clear_zero_rows(first, count, target);
  return asked;
}

void ExactTable::clear_zero_rows(std::uint64_t first, std::uint64_t count,
                                 const Target& target) const {
  for (std::uint64_t row = 0; oracle().waves().zero_row && row < count; ++row)
    if (positions_[first + row] == oracle().waves().zero_row)
      std::memset(target.at + row * target.stride, 0, row_bytes());
}

std::uint64_t ExactTable::write_blocks(std::uint64_t first, std::uint64_t count,
                                       const Target& target, const Wanted* wanted) const {
  // First the panels' chains of runs, then all runs, in parallel.
  std::atomic<std::uint64_t> asked = 0;
  const std::vector<Panel>& panels = rotations_.panels();
  const std::uint64_t run_rows = rotations_.run();
  const std::uint64_t most =
      std::clamp<std::uint64_t>(kChainPairs / rotations_.pairs(), 1, kChainRuns) * run_rows;
  for (std::uint64_t from = 0; from < count; from += most) {
    const std::uint64_t rows = std::min(most, count - from);
    const std::uint64_t runs = (rows + run_rows - 1) / run_rows;
    std::vector<std::vector<Points>> starts(panels.size());
    tbb::parallel_for(std::size_t{0}, starts.size(), [&](std::size_t panel) {
      starts[panel] = chain(panels[panel], first + from, runs, wanted);
    });
    tbb::parallel_for(std::uint64_t{0}, runs * panels.size(), [&](std::uint64_t task) {
      const std::uint64_t skipped = task / panels.size() * run_rows;
      const std::uint64_t begin = first + from + skipped;
      if (wanted != nullptr && wanted->of_blocks(begin, begin + run_rows).empty()) return;
      const std::uint64_t panel = task % panels.size();
      std::byte* at = target.at + (wanted != nullptr ? 0 : (from + skipped) * target.stride);
      asked +=
          run(panels[panel], starts[panel][task / panels.size()], begin,
              std::min(run_rows, rows - skipped), {at, target.stride, target.streamed}, wanted);
    });
  }
  return asked;
}

/// The first anchors of runs, computed by steps from the first one.                   table.md, (8)
std::vector<Points> ExactTable::chain(const Panel& panel, std::uint64_t row, std::uint64_t runs,
                                      const Wanted* wanted) const {
  const Kernel& kernel = rotations_.kernel();
  std::vector<Points> starts(kernel.fused ? 1 : runs, Points(panel.slots()));
  tbb::parallel_for(std::size_t{0}, starts.size(), [&](std::size_t k) {
    const std::uint64_t begin = row + k * rotations_.run();
    if (k > 0 && wanted != nullptr && wanted->of_blocks(begin, begin + rotations_.run()).empty())
      return;
    rotations_.place(oracle(), (*grid_)[begin], panel, starts[k]);
  });
  const Environment environment;
  while (starts.size() < runs) {
    starts.push_back(starts.back());
    starts.back().advance(kernel, panel.run_turn());
  }
  return starts;
}

/// A run of blocks of one panel: its anchors advance from block to block.             table.md, (8)
std::uint64_t ExactTable::run(const Panel& panel, Points at, std::uint64_t first,
                              std::uint64_t count, const Target& target,
                              const Wanted* wanted) const {
  const Environment environment;
  const bool last_panel = &panel == &rotations_.panels().back();
  const std::size_t skipped = panel.first() * element_;
  const bool runs = !layout_.sines.empty() || !layout_.cosines.empty();
  const std::size_t begin = runs ? 0 : layout_.first * element_ + 2 * skipped;
  const std::uint64_t block = rotations_.block();
  std::vector<std::byte*> list(wanted != nullptr ? block : 0);
  Rows rows{.at = target.at + begin,
            .stride = target.stride,
            .list = wanted != nullptr ? list.data() : nullptr,
            .pairs = panel.pairs(),
            .lacks_sine = last_panel && layout_.lacking == Function::sine,
            .lacks_cosine = last_panel && layout_.lacking == Function::cosine,
            .pattern = layout_.pattern,
            .sines = {},
            .cosines = {},
            .streamed = target.streamed};
  for (const std::size_t j : layout_.sines) rows.sines.push_back(j * element_ + skipped);
  for (const std::size_t j : layout_.cosines) rows.cosines.push_back(j * element_ + skipped);

  Aligned packed(panel.doubles());
  std::vector<Open> open;
  std::uint64_t asked = 0;
  for (std::uint64_t done = 0; done < count; done += block) {
    std::span<const Wanted::Row> some;
    if (wanted != nullptr) some = wanted->of_blocks(first + done, first + done + block);
    const bool asked_for = wanted == nullptr || !some.empty();
    // Without fused products anchors do not depend on those before.
    if (done > 0 && (asked_for || rotations_.kernel().fused))
      rotations_.advance(oracle(), (*grid_)[first + done], panel, at);
    if (!asked_for) continue;
    if (wanted == nullptr) {
      rows.at = target.at + begin + done * target.stride;
    } else {
      std::fill(list.begin(), list.end(), nullptr);
      for (const Wanted::Row& one : some) list[one.row - first - done] = one.to + begin;
    }
    at.pack(rotations_.kernel(), 0, packed.data());
    rows.count = std::min(block, count - done);
    rotations_.kernel().block(panel.angles(packed.data()), rows, open);
    if (!open.empty() && target.streamed) hwy::FlushStream();
    for (const Open& o : open) {
      const Position position = (*grid_)[first + done + o.row];
      const PairChannels& channels = pairs_[panel.first() + o.pair];
      const SineCosine values = oracle().pair(position, channels.pair);
      for (const std::size_t j : o.cosine ? channels.cosines : channels.sines)
        if (!is_alone(j))
          put(position, j, o.cosine ? values.cosine : values.sine, rows.to(o.row) - begin);
    }
    asked += open.size();
    open.clear();
    if (last_panel) asked += write_rest(first + done, rows, begin);
  }
  if (target.streamed) hwy::FlushStream();
  return asked;
}

/// Writes the channels that kernels do not write, while the ends of their rows are in the caches.
/// `begin` is the place of the rows' first byte in a row of the table.
std::uint64_t ExactTable::write_rest(std::uint64_t first, const Rows& rows,
                                     std::size_t begin) const {
  if (constants_.empty() && alone_.empty()) return 0;
  std::uint64_t asked = 0;
  for (std::uint64_t row = 0; row < rows.count; ++row) {
    if (!rows.wants(row)) continue;
    std::byte* at = rows.to(row) - begin;
    for (const auto& [channel, bits] : constants_)
      std::memcpy(at + channel * element_, &bits, element_);
    for (const std::size_t j : alone_)
      put((*grid_)[first + row], j, entries_.nearest((*grid_)[first + row], j), at);
    asked += alone_.size();
  }
  return asked;
}

std::uint64_t ExactTable::by_entry(Position position, std::byte* at) const {
  const auto& channels = oracle().chart().channels;
  if (entries_.quick()) {
    for (std::size_t j = 0; j < channels.size(); ++j)
      put(position, j, entries_.nearest(position, j), at);
    return channels.size();
  }
  for (const PairChannels& some : pairs_) {
    const SineCosine values = oracle().pair(position, some.pair);
    for (const std::size_t j : some.sines) put(position, j, values.sine, at);
    for (const std::size_t j : some.cosines) put(position, j, values.cosine, at);
  }
  for (std::size_t j = 0; j < channels.size(); ++j) {
    if (!is_wave(channels[j].function)) put(position, j, oracle().ball(position, channels[j]), at);
  }
  return channels.size();
}

void ExactTable::put(Position position, std::size_t channel, const Ball& ball,
                     std::byte* row) const {
  const Channel& c = oracle().chart().channels[channel];
  put(position, channel, oracle().nearest(format_, position, c, ball), row);
}

void ExactTable::put(Position position, std::size_t channel, const Oracle::Rounded& nearest,
                     std::byte* row) const {
  if (!nearest.decided) {
    throw Undecided("position " + to_text(position, positions_.parts) + ", channel " +
                    std::to_string(channel) + " cannot be decided");
  }
  const Chart& chart = oracle().chart();
  const Channel& c = chart.channels[channel];
  const bool infinite = c.function == Function::period && is_unbounded(chart.waves, c);
  const std::uint64_t bits = bits_of(format_, infinite ? HUGE_VAL : nearest.value);
  std::memcpy(row + channel * element_, &bits, element_);
}

}  // namespace sextant::exact
